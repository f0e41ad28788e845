import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addOutcomeCase } from './add-outcome-case.ts'
import { outcomeTestLimits } from './outcome-test-set.ts'
import { readOutcomeTests } from './read-outcome-tests.ts'

const findings = (value: unknown) =>
  readOutcomeTests(typeof value === 'string' ? value : JSON.stringify(value, null, 1)).diagnostics
const codes = (value: unknown) => findings(value).map(({ code }) => code)
const ofCase = (more: object) => ({ evals: [{ id: 1, prompt: 'Go.', ...more }] })

describe('reading outcome tests', () => {
  it('reads the shape of agentskills.io: sentences are for a judge', () => {
    const text = `{
  "skill_name": "report",
  "evals": [
    {
      "id": 1,
      "prompt": "Write the report.",
      "expected_output": "A report with a total.",
      "files": ["evals/files/sales.csv"],
      "assertions": ["It has a total."],
      "priority": "high"
    },
    { "id": "empty-file", "prompt": "Nothing to report.", "expected_output": "It says so." }
  ]
}`
    expect(readOutcomeTests(text)).toEqual({
      skillName: 'report',
      cases: [
        {
          ...{ id: '1', prompt: 'Write the report.', line: 4 },
          expectedOutput: 'A report with a total.',
          files: ['evals/files/sales.csv'],
          checks: [{ kind: 'judge', name: 'It has a total.', criterion: 'It has a total.' }],
        },
        {
          ...{ id: 'empty-file', prompt: 'Nothing to report.', line: 12, files: [] },
          expectedOutput: 'It says so.',
          checks: [{ kind: 'judge', name: 'expected_output', criterion: 'It says so.' }],
        },
      ],
      diagnostics: [],
    })
  })

  it('reads expectations of skill-creator, and checks that need no judge', () => {
    const schema = { type: 'object' }
    const { cases } = readOutcomeTests(
      JSON.stringify(
        ofCase({
          expectations: ['It is polite.'],
          assertions: [
            { name: 'total', type: 'contains', value: 'Total' },
            { type: 'not-contains', value: 'TODO' },
            { type: 'regex', value: '\\d+ EUR' },
            { type: 'json_schema', value: schema },
            { type: 'script', value: 'evals/check.py' },
          ],
        }),
      ),
    )
    expect(cases[0]?.checks).toEqual([
      { kind: 'contains', name: 'total', value: 'Total', negated: false },
      { kind: 'contains', name: 'not_contains: TODO', value: 'TODO', negated: true },
      { kind: 'matches', name: 'regex: \\d+ EUR', value: '\\d+ EUR', negated: false },
      { kind: 'schema', name: 'json_schema', schema },
      { kind: 'script', name: 'script: evals/check.py', path: 'evals/check.py' },
      { kind: 'judge', name: 'It is polite.', criterion: 'It is polite.' },
    ])
  })

  it.each([
    ['not JSON', '{"evals": [', 'outcomes.unreadable'],
    ['a list', [], 'outcomes.shape'],
    ['no list of cases', { evals: {} }, 'outcomes.shape'],
    ['a case that is no object', { evals: ['go'] }, 'outcomes.case'],
    ['no id', { evals: [{ prompt: 'Go.' }] }, 'outcomes.id'],
    ['no prompt', { evals: [{ id: 1 }] }, 'outcomes.prompt'],
    ['no expectation', ofCase({ assertions: [] }), 'outcomes.no-expectation'],
    ['a path out of the package', ofCase({ files: ['../../etc/passwd'] }), 'outcomes.files'],
    [
      'an absolute script',
      ofCase({ assertions: [{ type: 'script', value: '/x' }] }),
      'outcomes.check',
    ],
    ['an unknown check', ofCase({ assertions: [{ type: 'vibes', value: 'x' }] }), 'outcomes.check'],
    ['a check without value', ofCase({ assertions: [{ type: 'contains' }] }), 'outcomes.check'],
    ['checks that are no list', ofCase({ assertions: 'x' }), 'outcomes.not-a-list'],
    ['text nested too deeply', '['.repeat(100_000), 'outcomes.too-deep'],
    ['a file too large', ' '.repeat(outcomeTestLimits.maxFileLength + 1), 'outcomes.too-large'],
  ])('reports %s, and runs nothing of it', (_, value, code) => {
    expect(codes(value)[0]).toBe(code)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(readOutcomeTests(text).cases).toEqual([])
  })

  it('says where: the line and column of what is wrong', () => {
    const text =
      '{\n "evals": [\n  {"id": 1, "prompt": "a\\"b", "expected_output": "c"},\n  {"id": 1, "prompt": 4}\n ]\n}'
    expect(findings(text)).toMatchObject([{ code: 'outcomes.prompt', line: 4, column: 23 }])
    expect(findings(text.replace('4}', '"x", "expected_output": "y"}'))).toMatchObject([
      { code: 'outcomes.repeated-id', line: 4, column: 10 },
    ])
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((j) => `{"evals":[${j}]}`),
        ),
        (text) => {
          readOutcomeTests(text)
        },
      ),
    )
  })
})

describe('adding a case', () => {
  const added = (text: string) => addOutcomeCase(text, 'report', { prompt: 'New "one".' }) ?? ''

  it('leaves every other byte as written, unknown fields and odd spaces too', () => {
    const before =
      '{ "x":[1, 2],\r\n    "evals" : [ {"id": 4,"prompt":"]}", "mine":{"evals":[]} } ]\r\n, "y": null}\n'
    const after = added(before)
    const end = before.indexOf(' ]\r\n, "y"')
    expect(after.startsWith(before.slice(0, end))).toBe(true)
    expect(after.endsWith(before.slice(end + 1))).toBe(true)
    expect(JSON.parse(after).evals[1]).toEqual({
      ...{ id: 5, prompt: 'New "one".', expected_output: '', files: [], assertions: [] },
    })
  })

  it('begins a file, which asks for the expectation', () => {
    const text = added('')
    expect(JSON.parse(text)).toMatchObject({ skill_name: 'report', evals: [{ id: 1 }] })
    expect(codes(text)).toEqual(['outcomes.no-expectation'])
    expect(JSON.parse(added(text)).evals.map(({ id }: { id: number }) => id)).toEqual([1, 2])
  })

  it('names the files of the case', () => {
    const files = ['evals/files/a"b.csv']
    const text = addOutcomeCase('', 'report', { prompt: 'x', expectedOutput: 'y', files }) ?? ''
    expect(readOutcomeTests(text).cases).toMatchObject([{ files }])
  })

  it('refuses what is no file of outcome tests', () => {
    for (const text of ['[]', '{', '{"evals": 1}']) {
      expect(addOutcomeCase(text, 'report', { prompt: 'x' })).toBeNull()
    }
  })
})
