import { describe, expect, it } from 'vitest'
import type { ToolItem } from './conversation-view.ts'
import { allowedLabel, notAllowed, unknownToolNotice } from './not-allowed.ts'
import { toolSentence } from './tool-sentence.ts'

const tool = (name: string, input: unknown, outcome: ToolItem['outcome'] = null): ToolItem => ({
  kind: 'tool',
  call: { id: 'c', name, input },
  outcome,
  approval: null,
  fork: null,
})

describe('toolSentence', () => {
  it('A3: says what was searched and how much was found', () => {
    const output = { skills: [1, 2, 3, 4, 5] }
    expect(
      toolSentence(tool('search_skills', { query: 'postgres slow' }, { status: 'ok', output })),
    ).toBe('Searched skills for “postgres slow” — 5 found')
  })

  it('A3: says what was activated and what was refused', () => {
    const input = { skill_slug: 'a.b' }
    const problem = { code: 'budget.exceeded', message: 'No room' }
    expect(toolSentence(tool('enable_skill', input, { status: 'ok', output: {} }))).toBe(
      'Activated a.b',
    )
    expect(toolSentence(tool('enable_skill', input, { status: 'refused', problem }))).toBe(
      'Did not activate a.b',
    )
  })

  it('E4: says what was loaded, and what tool_invoke calls before it is known to be that call', () => {
    const ok = { status: 'ok', output: {} } as const
    expect(toolSentence(tool('activate_skills', { ids: ['a', 'b'] }, ok))).toBe('Loaded a, b')
    expect(toolSentence(tool('activate_skills', { ids: [] }, ok))).toBe('Unloaded all skills')
    for (const ids of [null, 'x', { length: 3 }]) {
      expect(toolSentence(tool('activate_skills', { ids }))).toBe('Unloading all skills')
    }
    expect(toolSentence(tool('tool_invoke', { tool: 'todo' }))).toBe('Calling todo')
  })

  it('says something sensible about input of the wrong shape and tools it does not know', () => {
    for (const input of [null, 'x', 3, [], { skill_slug: {} }]) {
      expect(toolSentence(tool('enable_skill', input))).toBe('Activating a skill')
    }
    expect(toolSentence(tool('__proto__', {}))).toBe('Calling __proto__')
  })

  it('tells what a tool did, does, or did not do, in a sentence each', () => {
    const ok = (output: unknown = {}) => ({ status: 'ok', output }) as const
    const no = { status: 'refused', problem: { code: 'x', message: 'No' } } as const
    const sentenceOf = (name: string, input: unknown, outcome: ToolItem['outcome'] = null) =>
      toolSentence(tool(name, input, outcome))
    expect(sentenceOf('use_skill', { name: 'report' })).toBe('Reading the skill report')
    expect(sentenceOf('use_skill', { name: 'report' }, ok({ context_fork: true }))).toBe(
      'Read the skill report, to carry it out without a sub-agent',
    )
    expect(sentenceOf('read_skill_file', { name: 'report', path: 'a.md' }, ok())).toBe(
      'Read a.md of the skill report',
    )
    expect(sentenceOf('read_file', { path: 'notes.md' }, no)).toBe('Did not read notes.md')
    expect(sentenceOf('list_dir', {}, ok())).toBe('Looked into the conversation’s folder')
    expect(sentenceOf('clarify', { question: 'Which week?' })).toBe('Asks “Which week?”')
    expect(sentenceOf('execute_connector_tool', { connector: 'git', tool: 'log' }, ok())).toBe(
      'Called log of the connector git',
    )
    expect(sentenceOf('request_connector_access', { connector: 'git' }, no)).toBe('May not use git')
    expect(sentenceOf('save_skill', { name: 'New' }, ok({ status: 'proposed', name: 'new' }))).toBe(
      'Proposed the skill new',
    )
    expect(sentenceOf('save_skill', { name: 'New' }, ok({ status: 'saved', name: 'new' }))).toBe(
      'Saved the skill new',
    )
  })

  it('B5: says which tool or library an agent wrote', () => {
    const sentenceOf = (name: string, input: unknown, output: unknown) =>
      toolSentence(tool(name, input, { status: 'ok', output }))
    expect(sentenceOf('create_tool', { name: 'add_up' }, { name: 'add_up', version: 1 })).toBe(
      'Wrote the tool add_up',
    )
    expect(sentenceOf('delete_library', { name: 'sums' }, { deleted: true })).toBe(
      'Deleted the library sums',
    )
    expect(sentenceOf('list_libraries', {}, { libraries: [] })).toBe('Looked at its libraries')
  })

  it('B3: tells switching in the library from taking into the conversation', () => {
    const ok = (output: unknown) => ({ status: 'ok', output }) as const
    const sentenceOf = (name: string, input: unknown, output: unknown) =>
      toolSentence(tool(name, input, ok(output)))
    expect(sentenceOf('create_skill', { name: 'deploy' }, { name: 'deploy', version: 1 })).toBe(
      'Wrote the skill deploy',
    )
    expect(
      sentenceOf('disable_skill', { name: 'deploy' }, { name: 'deploy', enabled: false }),
    ).toBe('Disabled the skill deploy')
    expect(sentenceOf('disable_skill', { skill_slug: 'deploy' }, {})).toContain('freed its budget')
    expect(sentenceOf('list_skills', {}, { skills: [] })).toBe('Looked at the library')
  })

  it('keeps a sentence short, whatever a model wrote', () => {
    const sentence = toolSentence(
      tool('web_fetch', { url: `https://a.example/${'x'.repeat(9000)}` }),
    )
    expect(sentence.length).toBeLessThan(200)
    expect(sentence).toMatch(/^Fetching https:\/\/a\.example\/x+…$/)
  })
})

describe('notAllowed', () => {
  const refused = (details: Record<string, unknown>, code = 'tool.not-allowed') =>
    notAllowed({ outcome: { status: 'refused', problem: { code, message: '', details } } })

  it('D7: names the skill whose list held a call back, and what it allows', () => {
    const details = { tool: 'web_fetch', skill: 'report', allowed_tools: ['read_file'] }
    expect(refused(details)).toEqual({
      skill: 'report',
      allows: ['read_file'],
      undecided: [],
    })
    expect(refused(details, 'tool.bad-input')).toBeNull()
    expect(refused({ skill: 3 })).toBeNull()
    expect(refused({ skill: 'report', allowed_tools: 'all' })).toEqual({
      skill: 'report',
      allows: [],
      undecided: [],
    })
    const undecided = ['Bash(git*)', 4]
    expect(refused({ skill: 'report', undecided })?.undecided).toEqual(['Bash(git*)'])
    expect(notAllowed({ outcome: null })).toBeNull()
  })

  it('D7: names the entries that allow nothing, however many and long they are', () => {
    expect(unknownToolNotice(['Bash(git*)'])).toBe(
      'Cannot be decided, so it allows nothing: Bash(git*)',
    )
    const many = Array.from({ length: 500 }, (_, index) => `Bash(${'x'.repeat(9_000)}${index}*)`)
    expect(unknownToolNotice(many)).toMatch(/and 496 more$/)
    expect(unknownToolNotice(many).length).toBeLessThan(500)
  })

  it('writes a list as people say it', () => {
    expect(allowedLabel([])).toBe('none of the tools there are')
    expect(allowedLabel(['read_file', 'web_fetch'])).toBe('read_file, web_fetch only')
    expect(allowedLabel(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 more only')
  })
})
