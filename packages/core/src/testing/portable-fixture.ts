import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ToolCall } from '../domain/events.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { CheckedContent } from '../domain/skill.ts'
import { discovery } from '../use/toolsets/discovery/discovery.ts'
import { portable } from '../use/toolsets/portable/portable.ts'
import { type AgentHarness, createAgentHarness } from './agent-harness.ts'
import { ingestedPackage, type SamplePackage } from './ingested-package.ts'
import { createCallingModel } from './scripted-model.ts'

const reportPackage: SamplePackage = {
  frontmatter: `name: weekly-report
description: Writes the weekly report.
when_to_use: On Fridays.
allowed-tools: Read, WebSearch mcp__github__list_commits`,
  body: '# Weekly report\n\nFollow references/template.md.\n',
  files: {
    'references/template.md': '## Shipped\n',
    'scripts/collect.py': 'print(1)\n',
    'assets/logo.png': new Uint8Array([137, 80, 78, 71, 0, 1]),
    'assets/latin1.txt': new Uint8Array([0x66, 0xfc, 0x72]),
    'references/huge.md': 'x'.repeat(262_145),
    'references/largest.md': 'x'.repeat(262_144),
  },
}

export const call = (name: string, input: JsonObject, id = name): ToolCall => ({ id, name, input })
export const useReport = call('use_skill', { name: 'weekly-report' })

export interface PortableFixtureOptions {
  readonly skills?: readonly CheckedContent[]
  readonly settings?: Partial<OrganisationSettings>
}

/** An agent with the report skill, and helpers for the outcomes of its tools. */
export function createPortableFixture(sha256: Sha256) {
  const arrive = (sample: SamplePackage) => ingestedPackage(sample, sha256)
  const report = arrive(reportPackage)

  /** The harness after the model made the calls, one per step. */
  async function after(
    calls: readonly ToolCall[],
    options: PortableFixtureOptions = {},
  ): Promise<AgentHarness> {
    const { skills = [report], settings = {} } = options
    const model = createCallingModel(...calls)
    const toolsets = [discovery, portable]
    const harness = await createAgentHarness({ model, sha256, skills, settings, toolsets })
    await harness.work(await harness.say('Write this week’s report.'), { fresh: true })
    return harness
  }

  async function outputOf(
    calls: readonly ToolCall[],
    options?: PortableFixtureOptions,
  ): Promise<JsonObject> {
    const outcome = await (await after(calls, options)).lastOutcome()
    if (outcome?.status !== 'ok') throw new Error(`not ok: ${JSON.stringify(outcome)}`)
    return outcome.output as JsonObject
  }

  async function problemOf(calls: readonly ToolCall[], options?: PortableFixtureOptions) {
    const outcome = await (await after(calls, options)).lastOutcome()
    if (outcome?.status !== 'refused') throw new Error(`not refused: ${JSON.stringify(outcome)}`)
    return outcome.problem
  }

  return { arrive, report, after, outputOf, problemOf }
}
