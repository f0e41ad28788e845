import { scripts } from '@repertoire/core'
import { expect, it } from 'vitest'
import { mcpPresets, presetWithin } from './mcp-presets.ts'

it.each(mcpPresets)(
  'issue 35: an app that may only read gets the tools of $name that only read',
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
