import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { scanRules } from '@repertoire/skill-md/scan'
import AjvDraft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckFinding } from './check-result.ts'
import { sarifLog } from './sarif.ts'

/** As the SARIF committee published it. */
const schemaFile = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'
const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(schemaFile), 'utf8'))
// Both are CommonJS modules, whose default is their class or function itself.
const ajv = new AjvDraft04.default({ strict: false, unicodeRegExp: false })
addFormats.default(ajv)
const validate = ajv.compile(schema)

const faultsOf = (log: unknown) => {
  validate(JSON.parse(JSON.stringify(log)))
  return validate.errors ?? []
}
const finding = (change: Partial<CheckFinding>): CheckFinding => ({
  ...{ path: 'a/SKILL.md', line: 1, column: 1, rule: 'licence.none', level: 'warning' },
  ...{ message: 'It has none.', fix: null, ...change },
})
const logOf = (findings: readonly CheckFinding[]) => sarifLog([{ path: 'a', slug: 'a', findings }])

describe('D10: SARIF by its published schema', () => {
  it('D10: a log without findings, and one with every rule of the scanner', () => {
    expect(faultsOf(sarifLog([]))).toEqual([])
    const every = scanRules.map(({ id }) => finding({ rule: `scan.${id}`, fix: 'Leave it out.' }))
    expect(faultsOf(logOf(every))).toEqual([])
  })

  it('D10: whatever a skill has in its paths and texts', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    const any = fc.record({
      ...{ path: text, message: text, rule: text, fix: fc.option(text) },
      line: fc.integer({ min: 1, max: 100_000 }),
      column: fc.integer({ min: 1, max: 100_000 }),
      level: fc.constantFrom('error' as const, 'warning' as const, 'note' as const),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (findings) => {
        expect(faultsOf(logOf(findings))).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('D10: the schema refuses what is none', () => {
    expect(faultsOf({ ...logOf([finding({})]), version: '2.0' })).not.toEqual([])
    expect(faultsOf(logOf([finding({ line: 0 })]))).not.toEqual([])
    expect(faultsOf(logOf([finding({ level: 'fatal' as 'error' })]))).not.toEqual([])
  })
})
