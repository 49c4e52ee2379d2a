// Compiles every schema of every list with Ajv in strict mode, as draft-07 and as 2020-12. A warning
// is an error here, because clients log it for each schema and each connection.
//
//     node check.js FILE…

'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { default: Draft7 } = require('ajv')
const { default: Draft2020 } = require('ajv/dist/2020')
const { default: addFormats } = require('ajv-formats')

// Strict mode rejects keywords that are not in the draft. The protocol defines `x-mcp-header`, and types
// of the tests add the other keywords.
const EXTENSIONS = ['x-mcp-header', 'x-note', 'x-unit']
// Keywords that draft-07 does not define. Strict mode can ignore them, because `items` beside them covers
// all items.
const OF_2020 = ['prefixItems']

const warnings = []
const logger = {
  log: (...words) => warnings.push(words.join(' ')),
  warn: (...words) => warnings.push(words.join(' ')),
  error: (...words) => warnings.push(words.join(' ')),
}

// Returns the schema with all items of its tuples required, because strict mode rejects a tuple with
// optional last items.
function withWholeTuples(schema) {
  if (Array.isArray(schema)) return schema.map(withWholeTuples)
  if (schema === null || typeof schema !== 'object') return schema
  const whole = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withWholeTuples(value)]),
  )
  const length = Array.isArray(schema.prefixItems) && schema.prefixItems.length
  if (length && schema.maxItems === length) whole.minItems = length
  return whole
}

function compile(Ajv, vocabulary, schema) {
  // Each schema has its own validator, so that it cannot use definitions of another schema.
  const ajv = new Ajv({ strict: true, allErrors: true, logger })
  addFormats(ajv)
  ajv.addVocabulary(vocabulary)
  ajv.compile(schema)
}

const drafts = [
  ['draft-07', Draft7, [...EXTENSIONS, ...OF_2020]],
  ['2020-12', Draft2020, EXTENSIONS],
]

let schemas = 0
const faults = []
for (const file of process.argv.slice(2)) {
  const { tools } = JSON.parse(fs.readFileSync(file, 'utf8'))
  for (const tool of tools) {
    for (const member of ['inputSchema', 'outputSchema']) {
      if (tool[member] === undefined) continue
      schemas += 1
      for (const [draft, Ajv, vocabulary] of drafts) {
        warnings.length = 0
        try {
          compile(Ajv, vocabulary, withWholeTuples(tool[member]))
        } catch (error) {
          warnings.push(error.message)
        }
        for (const warning of new Set(warnings)) {
          faults.push(`${path.basename(file)}: ${member} of ${tool.name}, ${draft}: ${warning}`)
        }
      }
    }
  }
}

for (const fault of faults) console.error(fault)
if (schemas < 300) {
  console.error(`there are ${schemas} schemas only`)
  process.exit(1)
}
console.log(`Ajv: ${schemas} schemas, ${faults.length} warnings and errors`)
process.exit(faults.length === 0 ? 0 : 1)
