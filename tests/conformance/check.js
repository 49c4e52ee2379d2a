// Runs the suites against a server. Prints failures, warnings and the number of checks that pass.
//
//     node check.js FOLDER URL
//
// FOLDER has the suites in `node_modules`. The suites write their results to FOLDER.

'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

// `checks` is the number of checks that the SDK's own server passes. Fewer passed checks are a failure,
// because a suite can skip checks instead of failing them.
const SUITES = [
  { name: '0.1.16', package: 'conformance-0.1', options: [], checks: 46 },
  { name: '0.2.0-alpha.12 at 2025-11-25', package: 'conformance-0.2', options: ['--spec-version', '2025-11-25'], checks: 83 },
  { name: '0.2.0-alpha.12 at 2026-07-28', package: 'conformance-0.2', options: ['--spec-version', '2026-07-28'], checks: 153 },
]
const LIMIT = 300_000

function run(suite, folder, url) {
  const results = path.join(folder, suite.name.replaceAll(' ', '-'))
  fs.rmSync(results, { recursive: true, force: true })
  fs.mkdirSync(results)
  const program = path.join(folder, 'node_modules', suite.package, 'dist', 'index.js')
  const words = ['server', '--url', url, '--suite', 'all', ...suite.options, '--output-dir', results]
  const began = Date.now()
  const { stdout, stderr, error } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    timeout: LIMIT,
    maxBuffer: Infinity,
  })
  fs.writeFileSync(path.join(results, 'log'), `${stdout}${stderr}${error ?? ''}`)
  return { seconds: Math.round((Date.now() - began) / 1000), error, scenarios: read(results) }
}

// Each scenario has a folder, with the time in its name.
function read(results) {
  const scenarios = []
  for (const entry of fs.readdirSync(results).sort()) {
    const file = path.join(results, entry, 'checks.json')
    if (fs.existsSync(file)) {
      const name = entry.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1')
      scenarios.push({ name, checks: JSON.parse(fs.readFileSync(file, 'utf8')) })
    }
  }
  return scenarios
}

const [folder, url] = process.argv.slice(2)
let passes = true
for (const suite of SUITES) {
  const { seconds, error, scenarios } = run(suite, folder, url)
  const count = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 }
  for (const { name, checks } of scenarios) {
    const told = checks.filter(check => check.status === 'FAILURE' || check.status === 'WARNING')
    checks.forEach(check => count[check.status]++)
    if (told.length > 0) {
      const words = told.map(check => `${check.status.toLowerCase()} of ${check.id}: ${check.errorMessage}`)
      console.log(`${suite.name}: ${name}: ${words.join('; ')}`)
    }
  }
  console.log(
    `${suite.name}: ${count.SUCCESS} checks of ${scenarios.length} scenarios pass, ${count.FAILURE} fail, ` +
      `${count.WARNING} warn, ${count.SKIPPED} are skipped (${seconds} s)`,
  )
  if (error) console.log(`${suite.name}: ${error.message}`)
  if (count.SUCCESS < suite.checks) console.log(`${suite.name}: ${suite.checks} checks have to pass`)
  passes &&= !error && count.FAILURE === 0 && count.SUCCESS >= suite.checks
}
process.exitCode = passes ? 0 : 1
