import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../base/json.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { serialiseSkillMd } from '../serialise/serialise-skill-md.ts'
import { readSkillFields } from './read-fields.ts'
import type { SkillFields } from './skill-document.ts'

function load(yaml: string): { fields: SkillFields; codes: string[] } {
  const result = loadSkillMd(`---\nname: a\ndescription: b\n${yaml}\n---\n`)
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  return { fields: result.document.fields, codes: result.diagnostics.map((d) => d.code) }
}

test.each<[string, Partial<SkillFields>]>([
  ['when_to_use: c', { whenToUse: 'c' }],
  ['when-to-use: c', { whenToUse: 'c' }],
  ['allowed-tools: Read, Bash(git add:*)', { allowedTools: ['Read', 'Bash(git add:*)'] }],
  ['allowed_tools: Read Edit', { allowedTools: ['Read', 'Edit'] }],
  ['context: fork', { contextFork: true }],
  ['context: Fork', { contextFork: true }],
  ['context_fork: true', { contextFork: true }],
  ['license: MIT', { license: 'MIT' }],
  ['license: {spdx: MIT, transferable: true}', { license: 'MIT' }],
  ['compatibility: Needs git', { compatibility: 'Needs git' }],
  ['metadata: {k: {l: 1}}', { metadata: { k: { l: 1 } } }],
  ['argument-hint: "[issue] <file>"', { argumentHint: '[issue] <file>' }],
  ['argument-hint: [issue, file]', { argumentHint: '[issue, file]' }],
  ['arguments: issue branch', { arguments: ['issue', 'branch'] }],
  ['arguments:\n  - issue\n  - the branch', { arguments: ['issue', 'the branch'] }],
  ['disable-model-invocation: true', { disableModelInvocation: true }],
  ['disable-model-invocation: yes', { disableModelInvocation: true }],
  ['user-invocable: false', { userInvocable: false }],
  ['user-invokable: "false"', { userInvocable: false }],
  ['disallowed-tools: Bash(rm:*) Write', { disallowedTools: ['Bash(rm:*)', 'Write'] }],
  ['model: sonnet', { model: 'sonnet' }],
  ['effort: high', { effort: 'high' }],
  ['agent: Explore', { agent: 'Explore' }],
  ['shell: powershell', { shell: 'powershell' }],
  ['background: true', { background: true }],
  ['hooks:\n  PreToolUse: [{matcher: Bash}]', { hooks: { PreToolUse: [{ matcher: 'Bash' }] } }],
  ['paths: "src/**/*.{ts,tsx}, docs"', { paths: ['src/**/*.{ts,tsx}', 'docs'] }],
  ['metadata:\n  internal: true', { internal: true }],
  ['metadata:\n  adk_additional_tools: [x, y]', { additionalTools: ['x', 'y'] }],
])('D2: %j is read into its own field', (yaml, expected) => {
  const { fields, codes } = load(yaml)
  expect(fields).toMatchObject(expected)
  expect(codes).toEqual([])
})

test('D2: an empty frontmatter gets the defaults', () => {
  expect(load('').fields).toEqual({
    name: 'a',
    description: 'b',
    whenToUse: '',
    version: '',
    author: '',
    license: '',
    compatibility: '',
    tags: [],
    contextFork: false,
    metadata: {},
    argumentHint: '',
    arguments: [],
    disableModelInvocation: false,
    userInvocable: true,
    disallowedTools: [],
    model: '',
    effort: '',
    agent: '',
    shell: '',
    background: false,
    hooks: {},
    paths: [],
    internal: false,
    additionalTools: [],
  })
})

test.each(['openclaw', 'clawdbot', 'clawdis', 'moltbot'])(
  'D2: OpenClaw metadata under the name %s is read',
  (alias) => {
    const about = {
      always: true,
      skillKey: 'k',
      primaryEnv: 'TOKEN',
      os: ['linux'],
      requires: { bins: ['jq'], anyBins: ['a', 'b'], env: ['TOKEN'], config: ['x.json'] },
      install: [{ id: 'brew', kind: 'brew', formula: 'jq', bins: ['jq'], later: 1 }],
      envVars: [{ name: 'TOKEN' }, { name: 'URL', required: false, description: 'Where.' }],
    }
    const { fields, codes } = load(`metadata: ${JSON.stringify({ [alias]: about })}`)
    expect(codes).toEqual([])
    const none = { id: '', label: '', bins: [], formula: '', tap: '', package: '', module: '' }
    expect(fields.openclaw).toEqual({
      ...about,
      emoji: '',
      homepage: '',
      install: [{ ...none, id: 'brew', kind: 'brew', formula: 'jq', bins: ['jq'] }],
      envVars: [
        { name: 'TOKEN', required: true, description: '' },
        { name: 'URL', required: false, description: 'Where.' },
      ],
    })
  },
)

test('D2: with two spellings of one key, the first is read and the other is reported', () => {
  const both = load('allowed-tools: Read\nallowed_tools: Bash')
  expect(both.fields.allowedTools).toEqual(['Read'])
  expect(both.codes).toEqual(['allowed_tools.unused'])
  const empty = load('when_to_use:\nwhen-to-use: c')
  expect(empty.fields.whenToUse).toBe('c')
  expect(empty.codes).toEqual([])
})

test('D7: an unquoted colon in a list of tools does not lose the tool', () => {
  const { fields, codes } = load('allowed-tools:\n  - Bash(git add: *)\n  - Read')
  expect(fields.allowedTools).toEqual(['Bash(git add: *)', 'Read'])
  expect(codes).toEqual(['frontmatter.colon-unquoted'])
})

test.each<[string, string]>([
  ['license: [a]', 'license.not-text'],
  ['context: [fork]', 'context.not-text'],
  ['context_fork: 7', 'context_fork.not-a-switch'],
  ['disable-model-invocation: maybe', 'disable-model-invocation.not-a-switch'],
  ['user-invocable: [false]', 'user-invocable.not-a-switch'],
  ['allowed-tools: {Read: true}', 'allowed-tools.not-a-list'],
  ['allowed-tools: [[Read]]', 'allowed-tools.not-a-list'],
  ['paths: {a: b}', 'paths.not-a-list'],
  ['hooks: run', 'hooks.not-a-map'],
  ['metadata: text', 'metadata.not-a-map'],
  ['metadata: {openclaw: 3}', 'metadata.openclaw.not-a-map'],
  ['metadata: {moltbot: {requires: {bins: {a: b}}}}', 'metadata.moltbot.requires.bins.not-a-list'],
  ['metadata: {openclaw: {install: [brew]}}', 'metadata.openclaw.install.not-a-map'],
])('D2: %j is reported at its line, and the value is kept', (yaml, code) => {
  const result = loadSkillMd(`---\nname: a\ndescription: b\n${yaml}\n---\n`)
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  expect(result.diagnostics.map((d) => [d.code, d.severity, d.line])).toEqual([
    [code, 'warning', 4],
  ])
  expect(Object.keys(result.document.frontmatter)).toHaveLength(3)
})

const knownKeys = [
  ...['name', 'description', 'when_to_use', 'when-to-use', 'allowed-tools', 'allowed_tools'],
  ...['context', 'context_fork', 'metadata', 'license', 'compatibility', 'version', 'author'],
  ...['tags', 'slug', 'title', 'argument-hint', 'arguments', 'disable-model-invocation', 'hooks'],
  ...['user-invocable', 'user-invokable', 'disallowed-tools', 'model', 'effort', 'agent', 'paths'],
  ...['background', 'shell', 'openclaw', 'clawdbot', 'requires', 'install', 'envVars', 'internal'],
]
const scalar = fc.constantFrom(null, true, false, 0, 1.5, '', 'fork', 'yes', 'a b, c', 'Bash(x')
const mapOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.dictionary(fc.constantFrom(...knownKeys), value, { maxKeys: 5, noNullPrototype: true })
const containing = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof(scalar, fc.array(value, { maxLength: 3 }), mapOf(value))
const frontmatter = mapOf(containing(containing(containing(scalar))))

test('D2: values of any type under any key are read without an exception and deterministically', () => {
  fc.assert(
    fc.property(frontmatter, (value) => {
      const fields = readSkillFields(value)
      expect(readSkillFields(JSON.parse(JSON.stringify(value)) as JsonObject)).toEqual(fields)
      for (const key of ['description', 'whenToUse', 'license', 'model'] as const) {
        expect(fields[key]).toBeTypeOf('string')
      }
      for (const key of ['contextFork', 'disableModelInvocation', 'userInvocable'] as const) {
        expect(fields[key]).toBeTypeOf('boolean')
      }
      for (const list of [fields.allowedTools ?? [], fields.disallowedTools, fields.paths]) {
        expect(list.every((item) => typeof item === 'string' && item !== '')).toBe(true)
      }
    }),
    { numRuns: 600 },
  )
})

test('D2: stored frontmatter gives the same fields as the file, except for the notation of numbers', () => {
  fc.assert(
    fc.property(frontmatter, (value) => {
      const loaded = loadSkillMd(serialiseSkillMd({ frontmatter: value, body: '' }))
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
      const stored = JSON.parse(JSON.stringify(loaded.document.frontmatter)) as JsonObject
      expect(readSkillFields(stored)).toEqual(JSON.parse(JSON.stringify(loaded.document.fields)))
    }),
    { numRuns: 300 },
  )
  expect(readSkillFields({ version: 1.1 }).version).toBe('1.1')
})

test('D2: inherited properties are not keys of the frontmatter', () => {
  const inherited = Object.create({ 'allowed-tools': 'Bash', context: 'fork' }) as JsonObject
  expect(readSkillFields(inherited)).toMatchObject({ contextFork: false })
  expect(readSkillFields(inherited).allowedTools).toBeUndefined()
})
