import {
  type OrganisationSettings,
  type Principal,
  type ToolsetPreset,
  toolsetPresets,
} from '@repertoire/core/domain'
import { estimateFixed } from '@repertoire/core/use'
import type { ToolsetPresetBody } from '@repertoire/protocol'
import type { Application } from '../base/application.ts'

/** The presets, each with what it gives this person on this server now. */
export function listPresets(
  app: Pick<Application, 'engine' | 'toolsets'>,
  principal: Principal,
  settings: OrganisationSettings,
): Promise<ToolsetPresetBody[]> {
  return Promise.all(
    toolsetPresets.map(async (preset) => {
      const { name, title, purpose, usableBy, toolsets } = preset
      const table = await app.engine.toolsFor({ principal, agent: null, toolsets })
      return {
        ...{ name, title, purpose, usable_by: usableBy, toolsets: [...toolsets] },
        active: isSame(toolsets, settings.toolsets),
        tools: [...table.descriptions.map((tool) => tool.name), ...dynamicTools(app, preset)],
        unavailable: toolsets.filter((one) => !table.toolsets.includes(one)),
        prompt_tokens: estimateFixed([table.instructions], table.descriptions),
      }
    }),
  )
}

/** The tools that an agent gets with its attached skills. */
function dynamicTools(
  app: Pick<Application, 'toolsets'>,
  { usableBy, toolsets }: ToolsetPreset,
): readonly string[] {
  if (usableBy !== 'agent') return []
  return app.toolsets
    .filter(({ name }) => toolsets.includes(name))
    .flatMap(({ reservedNames = [] }) => reservedNames)
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}
