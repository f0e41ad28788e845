import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allKnownTools, allows, parseAllowedTools } from './allowed-tools.ts'

const canonical = [
  'run_command',
  'read_file',
  'write_file',
  'edit_file',
  'list_dir',
  'web_search',
  'web_fetch',
  'todo',
  'clarify',
]

/** The document's table with our additions, written out a second time. */
const bindings: [string, string][] = [
  ['Bash', 'run_command'],
  ['Shell', 'run_command'],
  ['Terminal', 'run_command'],
  ['Read', 'read_file'],
  ['View', 'read_file'],
  ['Cat', 'read_file'],
  ['Write', 'write_file'],
  ['Create', 'write_file'],
  ['Edit', 'edit_file'],
  ['str_replace', 'edit_file'],
  ['MultiEdit', 'edit_file'],
  ['apply_patch', 'edit_file'],
  ['Glob', 'list_dir'],
  ['LS', 'list_dir'],
  ['List', 'list_dir'],
  ['WebSearch', 'web_search'],
  ['WebFetch', 'web_fetch'],
  ['TodoWrite', 'todo'],
  ['AskUserQuestion', 'clarify'],
]

function allowed(listed: readonly string[], ...names: string[]): boolean {
  return allows(parseAllowedTools(listed), names)
}

function letThrough(listed: readonly string[]): string[] {
  return canonical.filter((tool) => allowed(listed, tool))
}

const anyCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) =>
      [...name].map((c, at) => (upper[at] ? c.toUpperCase() : c.toLowerCase())).join(''),
    )

const written = fc.constantFrom(...bindings.map(([name]) => name), ...canonical)
const entry = fc.oneof(
  written.chain(anyCase),
  fc.tuple(written, fc.string({ unit: 'grapheme' })).map(([name, args]) => `${name}(${args})`),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('*', '()', '', 'constructor', '__proto__', 'mcp__github', 'mcp__github__get'),
)
const name = fc.oneof(
  fc.constantFrom(...canonical, 'mcp__github__get', 'mcp__github__delete', 'mcp__gitlab__get'),
  fc.string({ maxLength: 12 }),
)

describe('a list of allowed tools', () => {
  it.each(bindings)('D7: %s means %s and nothing else', (alias, tool) => {
    expect(letThrough([alias])).toEqual([tool])
  })

  it('D7: aliases and names match in any case, with a star for arguments', () => {
    const cases = fc.constantFrom(...bindings, ...canonical.map((tool) => [tool, tool] as const))
    const args = fc.option(fc.constantFrom('*', ' * '), { nil: undefined })
    fc.assert(
      fc.property(
        cases.chain(([alias, tool]) => fc.tuple(anyCase(alias), fc.constant(tool), args)),
        ([alias, tool, inside]) => {
          const listed = inside === undefined ? alias : ` ${alias} (${inside}) `
          expect(letThrough([listed])).toEqual([tool])
        },
      ),
    )
  })

  it('D7: a list allows nothing that no entry of it allows', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1 }), name, (listed, tool) => {
        if (!parseAllowedTools(listed).restricts) return
        const alone = listed.filter((one) => parseAllowedTools([one]).restricts)
        expect(allowed(listed, tool)).toBe(alone.some((one) => allowed([one], tool)))
      }),
    )
  })

  it('D7: order and repetition do not matter', () => {
    fc.assert(
      fc.property(
        fc.array(entry).chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray([...list, ...list], {
              minLength: list.length * 2,
              maxLength: list.length * 2,
            }),
          ),
        ),
        name,
        ([list, shuffled], tool) => allowed(list, tool) === allowed(shuffled, tool),
      ),
    )
  })

  it('D7: one more entry never removes a permission of a restricting list', () => {
    fc.assert(
      fc.property(fc.array(entry), entry, name, (listed, more, tool) => {
        const before = parseAllowedTools(listed)
        if (!before.restricts || !allows(before, [tool])) return
        expect(allowed([...listed, more], tool)).toBe(true)
      }),
    )
  })

  it.each([
    'Ｒead',
    'Ｒｅａｄ',
    'Reаd',
    'read\u200b_file',
    'read_file\u0301',
    'read＿file',
    'ⓡⓔⓐⓓ',
    '𝗥𝗲𝗮𝗱',
    'ʀᴇᴀᴅ',
    'Read（x）',
    'rea\u0000d',
    'Read\u00a0',
    '\u202eRead',
    'R e a d',
    'Read;Bash',
    'Read|Bash',
    'Read/',
    '../Read',
    '(Read)',
    'x(Read)',
    'Read)',
    'Read(x',
    'Read(x)y',
    'Read*',
    'read-file',
    'readfile',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
  ])('D7: %j allows no tool, and restricts', (trick) => {
    expect(letThrough([trick])).toEqual([])
  })

  it('D7: case is folded in ASCII only, so the Kelvin sign and the dotless i do not match', () => {
    expect('\u212a'.toLowerCase()).toBe('k')
    expect(allowed(['web_\u212a'], 'web_k')).toBe(false)
    expect(allowed(['LıST'], 'list_dir')).toBe(false)
    expect(allowed(['Lİst'], 'list_dir')).toBe(false)
  })

  it('D7: no text outside ASCII allows any name', () => {
    const odd = fc
      .tuple(written, fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat())
      .filter(([, text]) => [...text].some((character) => character > '\u007f'))
      .map(
        ([base, text, at]) =>
          base.slice(0, at % (base.length + 1)) + text + base.slice(at % (base.length + 1)),
      )
      .filter((text) => !text.includes('('))
    fc.assert(fc.property(odd, (listed) => letThrough(['x', listed]).length === 0))
  })

  it('D7: arguments name no tool, whatever they contain', () => {
    for (const entry of ['Read(../x)', 'Read(Bash)', 'Read(a) Bash(b)', 'Bash(git add:*)']) {
      expect(letThrough([entry])).toEqual([])
    }
  })

  it.each([[[]], [['']], [['*']], [['()']], [[' ', ',', '—', '…', '*']]])(
    'D7: %j is an empty list, so nothing is restricted',
    (listed) => {
      expect(parseAllowedTools(listed).restricts).toBe(false)
      expect(letThrough(listed)).toEqual(canonical)
    },
  )

  it('D7: a star beside a name allows nothing more', () => {
    expect(letThrough(['*', 'Read'])).toEqual(['read_file'])
  })
})

describe('connectors’ tools on a list', () => {
  const get = ['execute_connector_tool', 'mcp__github__get_issue']

  it.each(['mcp__github', 'mcp__github__*', 'MCP__GitHub', 'mcp__github__get_issue'])(
    'D7: %s allows the call',
    (listed) => {
      expect(allowed([listed], ...get)).toBe(true)
    },
  )

  it.each([
    'mcp__gitlab',
    'mcp__git',
    'mcp__git*',
    'mcp__*',
    'mcp__*__get_issue',
    'mcp__',
    'mcp__github__',
    'mcp__github__get',
    'mcp__github__get_*',
    'mcp__github__Get_Issue',
    'mcp_github',
    'github',
    'get_issue',
    'mcp__gіthub',
  ])('D7: %s does not', (listed) => {
    expect(allowed([listed], ...get)).toBe(false)
  })

  it('D7: names of connectors’ tools keep their case', () => {
    expect(allowed(['mcp__files__readFile'], 'mcp__files__readFile')).toBe(true)
    expect(allowed(['mcp__files__readFile'], 'mcp__files__readfile')).toBe(false)
  })

  it('D7: one tool does not stand for its connector, even when a server names a tool "*"', () => {
    expect(allowed(['mcp__github__get_issue'], 'mcp__github__*')).toBe(false)
    expect(allowed(['mcp__github__get_issue'], 'mcp__github__delete_repository')).toBe(false)
  })

  it('D7: a tool of a listed connector does not match another connector’s or a built-in tool', () => {
    expect(allowed(['mcp__github'], 'mcp__github-admin__delete')).toBe(false)
    expect(allowed(['mcp__github'], 'read_file')).toBe(false)
    expect(allowed(['mcp__github'], 'execute_connector_tool')).toBe(false)
  })

  it('D7: any connector on the list allows the connector lookups', () => {
    const lookups = ['list_connectors', 'search_connector_tools', 'request_connector_access']
    expect(lookups.every((tool) => allowed(['mcp__github__get_issue'], tool))).toBe(true)
    expect(lookups.some((tool) => allowed(['Read', 'mcp__'], tool))).toBe(false)
  })
})

describe('a list for display', () => {
  it('D7: gives the tool that each entry means, or none', () => {
    const listed = ['Bash(git:*)', 'Grep', 'Reаd', 'mcp__github', 'mcp__github__get', 'todo']
    expect(allKnownTools(listed, new Set(canonical)).map(({ tool }) => tool)).toEqual([
      'run_command',
      null,
      null,
      'mcp__github__*',
      'mcp__github__get',
      'todo',
    ])
    expect(allKnownTools(listed, new Set(canonical))[0]).toMatchObject({ pattern: 'holds' })
    expect(allKnownTools(['Bash(git*)'], new Set(canonical))[0]).toMatchObject({
      pattern: 'undecided',
    })
  })
})
