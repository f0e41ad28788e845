import { describe, expect, it } from 'vitest'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { adviseSkillMd } from './advise-skill-md.ts'

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

describe('advice for authors', () => {
  const advice = (text: string) => {
    const loaded = loadSkillMd(text)
    return loaded.ok ? adviseSkillMd(loaded.document) : []
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
