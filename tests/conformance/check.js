// Runs the suites against two servers. Prints failures, warnings and the number of checks that pass.
//
//     node check.js FOLDER URL TOOLS
//
// URL is the address of the server with the SDK's handler, and TOOLS that of the server with only the tools. FOLDER
// has the suites in `node_modules`. The suites write their results to FOLDER.

'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

// `checks` is the number of checks that a server with a handler of the SDK beside its tools passes, and `tools` the
// number that a server with only the tools passes. Fewer passed checks are a failure, because a suite can skip checks
// instead of failing them.
//
// The SDK's own server passes one check more in each row: that of the event streams in `server-sse-multiple-streams`.
// The scenario's calls end at once, so this server answers with JSON, and the check has no result.
const SUITES = [
  { name: '0.1.16', package: 'conformance-0.1', options: [], checks: 45, tools: 33 },
  { name: '0.2.0-alpha.12 at 2025-11-25', package: 'conformance-0.2', options: ['--spec-version', '2025-11-25'], checks: 82, tools: 58 },
  { name: '0.2.0-alpha.12 at 2026-07-28', package: 'conformance-0.2', options: ['--spec-version', '2026-07-28'], checks: 152, tools: 120 },
]
// The checks of prompts, resources and completion. A server with only the tools cannot pass them.
const NEEDS_HANDLER = {
  scenario: /^((prompts|resources|completion)-|sep-2164-resource-not-found$|input-required-result-non-tool-request$)/,
  check: /^sep-2549-(prompts|resources)-/,
}
const LIMIT = 300_000

function run(suite, name, folder, url) {
  const results = path.join(folder, name.replace(/[ ,]+/g, '-'))
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

const [folder, url, tools] = process.argv.slice(2)
const runs = SUITES.flatMap(suite => [
  { suite, name: suite.name, url, least: suite.checks, omits: () => false },
  {
    suite,
    name: `${suite.name}, only tools`,
    url: tools,
    least: suite.tools,
    omits: (scenario, check) => NEEDS_HANDLER.scenario.test(scenario) || NEEDS_HANDLER.check.test(check.id),
  },
])
let passes = true
for (const { suite, name, url, least, omits } of runs) {
  const { seconds, error, scenarios } = run(suite, name, folder, url)
  const count = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 }
  let omitted = 0
  for (const { name: scenario, checks: all } of scenarios) {
    const checks = all.filter(check => !omits(scenario, check))
    omitted += all.length - checks.length
    const told = checks.filter(check => check.status === 'FAILURE' || check.status === 'WARNING')
    checks.forEach(check => count[check.status]++)
    if (told.length > 0) {
      const words = told.map(check => `${check.status.toLowerCase()} of ${check.id}: ${check.errorMessage}`)
      console.log(`${name}: ${scenario}: ${words.join('; ')}`)
    }
  }
  console.log(
    `${name}: ${count.SUCCESS} checks of ${scenarios.length} scenarios pass, ${count.FAILURE} fail, ` +
      `${count.WARNING} warn, ${count.SKIPPED} are skipped${omitted ? `, ${omitted} need the SDK's handler` : ''} (${seconds} s)`,
  )
  if (error) console.log(`${name}: ${error.message}`)
  if (count.SUCCESS < least) console.log(`${name}: ${least} checks have to pass`)
  passes &&= !error && count.FAILURE === 0 && count.SUCCESS >= least
}
process.exitCode = passes ? 0 : 1
