import type { Problem } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ToolCall } from '../domain/events.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { CodeRequest, CodeRunner } from '../ports/code.ts'
import type { Toolset } from '../use/tools/toolset.ts'
import { portable } from '../use/toolsets/portable/portable.ts'
import { toolsmith } from '../use/toolsets/toolsmith/toolsmith.ts'
import { type AgentScene, type AgentSceneOptions, createAgentScene } from './agent-scene.ts'
import { sampleArrival } from './sample-skills.ts'
import { createCallingModel } from './scripted-model.ts'

export const call = (name: string, input: JsonObject, id: string = name): ToolCall => ({
  id,
  name,
  input,
})

export const makeTool = (name: string, code: string, more: JsonObject = {}): ToolCall =>
  call('create_tool', { name, description: `Does ${name}.`, code, ...more }, `make_${name}`)

export const makeLibrary = (name: string, code: string): ToolCall =>
  call('create_library', { name, description: `Has ${name}.`, code }, `make_${name}`)

/** Whatever is run is written down, and comes to its code: what code does is the engine's matter, not ours. */
export function createNotingRunner(): { runner: CodeRunner; ran: readonly CodeRequest[] } {
  const ran: CodeRequest[] = []
  const runner: CodeRunner = {
    run: async (request) => {
      ran.push(request)
      return {
        ...{ status: 'ok', value: request.code, logs: '', error: null },
        usage: { wallMs: 1, hostCalls: 0 },
      }
    },
  }
  return { runner, ran }
}

export interface AuthoredStaging extends Pick<AgentSceneOptions, 'role' | 'checkInput' | 'skills'> {
  readonly settings?: Partial<OrganisationSettings>
  readonly toolsets?: readonly Toolset[]
}

/** One conversation whose agent writes tools; the model makes the calls, one a step. */
export async function createAuthoredScene(
  sha256: Sha256,
  calls: readonly ToolCall[],
  staging: AuthoredStaging = {},
) {
  const { runner, ran } = createNotingRunner()
  const { toolsets = [portable, toolsmith], ...others } = staging
  const only = { 'allowed-tools': 'list_tools' }
  const scene = await createAgentScene({
    ...{ sha256, toolsets, code: runner, model: createCallingModel(...calls) },
    skills: [sampleArrival('narrow', 'Only lists.', { frontmatter: only })],
    ...others,
  })
  return { scene, ran, ...talkIn(scene) }
}

/** Goes through a conversation: says something, and answers what is asked. */
export function talkIn(scene: AgentScene) {
  /** The model makes these calls in a turn of its own. Every question is answered so; null stops at the first. */
  async function turn(calls: readonly ToolCall[] | null, yes: boolean | null = true) {
    const ports = calls ? { model: createCallingModel(...calls) } : {}
    const runId = await scene.say('Go.')
    let outcome = await scene.work(runId, { fresh: true, ports })
    while (outcome === 'waiting' && yes !== null) {
      await scene.answer(yes)
      outcome = await scene.work(runId, { ports })
    }
    return { runId, outcome }
  }

  /** What each call came to, in order: its output, or the problem. */
  async function results(): Promise<readonly (JsonObject | Problem)[]> {
    const completed = await scene.all('tool-completed')
    return completed.map(({ outcome }) =>
      outcome.status === 'ok' ? (outcome.output as JsonObject) : outcome.problem,
    )
  }

  /** What each call came to, in order: `ok` or the code of its refusal. */
  async function outcomes(): Promise<readonly string[]> {
    const completed = await scene.all('tool-completed')
    return completed.map(({ outcome }) => (outcome.status === 'ok' ? 'ok' : outcome.problem.code))
  }
  return { turn, results, outcomes }
}
