import { describe, expect, it } from 'vitest'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { suggestSkillMdFixes } from '../tools/suggest-skill-md-fixes.ts'

function remarks(...lines: readonly string[]) {
  const loaded = loadSkillMd(
    ['---', 'name: swap', 'description: d', ...lines, '---', 'b'].join('\n'),
  )
  return loaded.diagnostics.map(({ code, line, column, severity }) => [
    code,
    line,
    column,
    severity,
  ])
}

describe('invalid values of routing metadata', () => {
  it('E1: are reported at their line and column', () => {
    expect(
      remarks(
        'metadata:',
        '  author: me',
        '  repertoire.priority: "soon"',
        '  repertoire.signal_sources: cron, carrier pigeon',
        '  repertoire.co_activate: "Not A Slug"',
        'conditions:',
        '    requires_env: [MY KEY]',
        '    platforms: [amiga]',
      ),
    ).toEqual([
      ['metadata.repertoire.priority.not-a-priority', 6, 3, 'warning'],
      ['routing.signal_sources.unknown', 7, 3, 'warning'],
      ['routing.co_activate.unknown', 8, 3, 'warning'],
      ['routing.requires_env.unknown', 10, 5, 'warning'],
      ['routing.platforms.unknown', 11, 5, 'warning'],
    ])
  })

  it('E1: are reported in nested maps, and at the outer key when everything is on one line', () => {
    expect(
      remarks('metadata:', '  repertoire:', '    keywords: {a: b}', 'routing: {stages: {a: b}}'),
    ).toEqual([
      ['metadata.repertoire.keywords.not-a-list', 6, 5, 'warning'],
      ['routing.stages.not-a-list', 7, 1, 'warning'],
    ])
  })

  it('E1: are not reported for valid values', () => {
    expect(
      remarks(
        'metadata:',
        '  repertoire.signal_sources: cron, webhook',
        '  repertoire.co_activate: minara.core',
        '  repertoire.platforms: macos, linux',
        '  repertoire.requires_env: GLASSNODE_API_KEY',
      ),
    ).toEqual([])
  })
})

describe('routing fields that cannot work', () => {
  const found = (lines: string) =>
    loadSkillMd(`---\nname: swap\ndescription: Swaps.\n${lines}\n---\nBody.\n`).diagnostics.map(
      ({ code, line, message }) => [code, line, message] as const,
    )

  it('E1: names a misspelt key at its line, and the key that was meant', () => {
    expect(found('routing:\n  keywrods: [swap]\n  priority: 10')).toMatchObject([
      ['routing.unknown-key', 5, expect.stringContaining('Did you mean "keywords"?')],
    ])
    expect(found('metadata:\n  repertoire.negativ_keywords: tax')).toMatchObject([
      ['routing.unknown-key', 5, expect.stringContaining('"negative_keywords"')],
    ])
    expect(found('conditions:\n  require_env: [KEY]')).toMatchObject([
      ['routing.unknown-key', 5, expect.stringContaining('"requires_env"')],
    ])
    expect(found('routing:\n  whatever: 1')).toMatchObject([
      ['routing.unknown-key', 5, expect.not.stringContaining('Did you mean')],
    ])
  })

  it('E7: names a stage that no message has', () => {
    expect(found('routing:\n  stages: [decide, purchase]')).toMatchObject([
      ['routing.stages.unknown', 5, expect.stringContaining('"purchase"')],
    ])
  })

  it('E1: notices one long phrase where a list was meant', () => {
    expect(found('routing:\n  keywords: use this when people want to swap')).toMatchObject([
      ['routing.keywords.single-phrase', 5, expect.any(String)],
    ])
    expect(found('routing:\n  keywords: swap tokens, exchange')).toEqual([])
    expect(found('routing:\n  keywords: stop loss order')).toEqual([])
  })
})

describe('advice for authors', () => {
  const advice = (text: string) => {
    const loaded = loadSkillMd(text)
    return loaded.ok ? suggestSkillMdFixes(loaded.document) : []
  }

  it('E1: notes a long description, a long body and many tools, at their position', () => {
    const tools = Array.from({ length: 20 }, (_, index) => `t${index}`).join(' ')
    const text = [
      '---',
      'name: swap',
      `description: ${'x'.repeat(81)}`,
      'metadata:',
      `  repertoire.tool_names: ${tools}`,
      '---',
      'y'.repeat(3_201),
    ].join('\n')
    expect(advice(text).map(({ code, line, severity }) => [code, line, severity])).toEqual([
      ['advice.description-long', 3, 'info'],
      ['advice.many-tools', 4, 'info'],
      ['advice.body-long', 7, 'info'],
    ])
  })

  it('E1: allows 80 characters and 800 tokens, and loading does not report either', () => {
    const text = `---\nname: swap\ndescription: ${'x'.repeat(80)}\n---\n${'y'.repeat(3_200)}`
    expect(advice(text)).toEqual([])
    const long = text.replace('xx', 'x'.repeat(50))
    expect(advice(long)).toHaveLength(1)
    expect(loadSkillMd(long).diagnostics).toEqual([])
  })
})
