import { scripts } from '@repertoire/core'
import { expect, it } from 'vitest'
import { mcpInstructions } from './mcp-instructions.ts'
import { mcpPresets, presetWithin } from './mcp-presets.ts'

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
