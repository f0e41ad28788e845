import { describe, expect, it } from 'vitest'
import { routingOf } from '../../choose/routing/routing-of.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { readSidecar } from './sidecar.ts'

function reading(text: string) {
  const bytes = new TextEncoder().encode(text)
  return readSidecar([{ path: 'SKILL.config.json', bytes, executable: false }])
}
const codes = (text: string) => reading(text).diagnostics.map(({ code }) => code)

describe('routing sidecar SKILL.config.json', () => {
  it('E1: provides routing metadata that SKILL.md does not contain', () => {
    const { facts } = ingestedPackage(
      {
        frontmatter: 'name: swap\ndescription: Swaps.\nrouting: {keywords: [own]}',
        files: {
          'SKILL.config.json':
            '{"routing": {"keywords": ["aside"], "stages": ["decide"]}, "conditions": {"requires_env": ["KEY"]}}',
        },
      },
      () => '0',
    )
    const routing = routingOf(facts)
    expect(routing).toMatchObject({ keywords: ['own'], stages: ['decide'] })
    expect(routing.conditions.requiresEnv).toEqual(['KEY'])
  })

  it('E1: reports invalid values and reads the others', () => {
    const { value, diagnostics } = reading(
      '{"priority": "soon", "keywords": {"a": 1}, "platforms": ["amiga"], "stages": ["decide"]}',
    )
    expect(value).toMatchObject({ stages: ['decide'] })
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['sidecar.priority.not-a-priority', 'warning'],
      ['sidecar.keywords.not-a-list', 'warning'],
      ['routing.platforms.unknown', 'warning'],
    ])
    for (const { message } of diagnostics) expect(message).toMatch(/^SKILL\.config\.json: /)
    expect(codes('{"keywords": ["a"], "anything": 1}')).toEqual([])
  })

  it.each(['', '[]', 'null', '"text"', '{"a":', `{"a":"${'x'.repeat(64 * 1024)}"}`])(
    'E1: %# an unreadable file gives only one diagnostic',
    (text) => {
      expect(reading(text)).toMatchObject({ diagnostics: [{ code: 'sidecar.unreadable' }] })
      expect(reading(text).value).toBeUndefined()
    },
  )
})
