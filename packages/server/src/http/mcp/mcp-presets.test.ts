import type { AppScope } from '@repertoire/core/domain'
import { combineToolsets, knownToolsets, scripts } from '@repertoire/core/use'
import { describe, expect, it } from 'vitest'
import { outputForClient } from './client-words.ts'
import { instructionsFor, mcpInstructions } from './mcp-instructions.ts'
import { mcpPresets, offeredToClients, presetWithin } from './mcp-presets.ts'

it.each(mcpPresets)(
  'an app that may only read gets the tools of $name that only read',
  (preset) => {
    const { tools, toolsets } = presetWithin(preset, ['skills:read'])
    expect(tools).toContain('search_skills')
    expect(tools).not.toContain('run_skill_script')
    expect(tools).not.toContain('save_skill')
    // Nor can a sub-agent of a skill run one.
    expect(toolsets).not.toContain(scripts.name)
    expect(presetWithin(preset, null)).toBe(preset)
    expect(presetWithin(preset, ['skills:read', 'skills:run', 'skills:write'])).toEqual(preset)
  },
)

it('the instructions cost every request of a client at most 400 tokens', () => {
  // A token has 3.5 letters of English or more.
  expect(mcpInstructions).toMatch(/^[\n -~]+$/)
  expect(mcpInstructions.length / 3.5).toBeLessThanOrEqual(400)
})

describe('what a client is told', () => {
  const scopes: readonly (readonly AppScope[] | null)[] = [
    null,
    ['skills:read'],
    ['skills:read', 'skills:run'],
    ['skills:read', 'skills:write'],
  ]
  const cases = mcpPresets.flatMap((preset) =>
    scopes.map((given) => {
      const { toolsets, ...rest } = presetWithin(preset, given)
      const table = combineToolsets(knownToolsets.filter(({ name }) => toolsets.includes(name)))
      const tools = offeredToClients(table, { ...rest, toolsets })
      return { name: preset.name, scopes: given?.join() ?? 'a key', tools }
    }),
  )
  /** Of every toolset: what is one of them and not offered must not be spoken of. */
  const every = knownToolsets.flatMap(({ tools }) => tools.map(({ name }) => name))
  const spoken = (text: string) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []

  it.each(cases)('names only tools that it has: $name, $scopes', ({ tools }) => {
    const names = tools.map(({ name }) => name)
    const texts = [instructionsFor(names), JSON.stringify(tools)]
    const foreign = texts.flatMap(spoken).filter((word) => every.includes(word))
    expect(foreign.filter((word) => !names.includes(word))).toEqual([])
  })

  it.each(cases)(
    'has no catalogue, no list and no prompt of this server: $name, $scopes',
    (one) => {
      const text = instructionsFor(one.tools.map(({ name }) => name)) + JSON.stringify(one.tools)
      expect(text).not.toMatch(/catalogue|list of available|system prompt|your prompt|next step/i)
      expect(text).not.toContain('"confirmed"')
    },
  )

  it('names every tool that brings a text', () => {
    for (const { tools } of mcpPresets) {
      const text = instructionsFor(tools)
      for (const tool of ['use_skill', 'enable_skill', 'activate_skills'])
        expect(text.includes(tool), tool).toBe(tools.includes(tool))
    }
  })

  it('is said of the texts that a result has, and of no prompt', () => {
    const output = { active: ['a'], note: 'They stand in your prompt.', unloaded: [] }
    const given = outputForClient('activate_skills', output, { withTexts: true })
    expect(given).toMatchObject({ active: ['a'], note: expect.stringContaining('texts follow') })
    const without = outputForClient('activate_skills', output, { withTexts: false })
    expect(without).toEqual({ active: ['a'], unloaded: [] })
    expect(outputForClient('use_skill', output, { withTexts: true })).toBe(output)
    expect(outputForClient('constructor', output, { withTexts: true })).toBe(output)
  })
})
