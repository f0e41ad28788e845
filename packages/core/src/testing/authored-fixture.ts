import type { Problem } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ToolCall } from '../domain/events.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { CodeRequest, CodeRunner } from '../ports/code.ts'
import type { Toolset } from '../use/tools/toolset.ts'
import { portable } from '../use/toolsets/portable/portable.ts'
import { toolsmith } from '../use/toolsets/toolsmith/toolsmith.ts'
import { type AgentHarness, type AgentHarnessOptions, createAgentHarness } from './agent-harness.ts'
import { sampleContent } from './sample-skills.ts'
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

/** Records every request and returns its code as the result, without an engine. */
export function createRecordingRunner(): { runner: CodeRunner; ran: readonly CodeRequest[] } {
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

export interface AuthoredFixtureOptions
  extends Pick<AgentHarnessOptions, 'role' | 'checkInput' | 'skills'> {
  readonly settings?: Partial<OrganisationSettings>
  readonly toolsets?: readonly Toolset[]
}

/** A conversation whose agent writes tools; the model makes one of the calls per step. */
export async function createAuthoredFixture(
  sha256: Sha256,
  calls: readonly ToolCall[],
  options: AuthoredFixtureOptions = {},
) {
  const { runner, ran } = createRecordingRunner()
  const { toolsets = [portable, toolsmith], ...others } = options
  const only = { 'allowed-tools': 'list_tools' }
  const harness = await createAgentHarness({
    ...{ sha256, toolsets, code: runner, model: createCallingModel(...calls) },
    skills: [sampleContent('narrow', 'Only lists.', { frontmatter: only })],
    ...others,
  })
  return { harness, ran, ...playConversation(harness) }
}

/** Drives a conversation: sends messages and answers approval requests. */
export function playConversation(harness: AgentHarness) {
  /** The model makes these calls in a new turn. Answers every approval request with `approve`; null stops at the first. */
  async function turn(calls: readonly ToolCall[] | null, approve: boolean | null = true) {
    const ports = calls ? { model: createCallingModel(...calls) } : {}
    const runId = await harness.say('Go.')
    let outcome = await harness.work(runId, { fresh: true, ports })
    while (outcome === 'waiting' && approve !== null) {
      await harness.answer(approve)
      outcome = await harness.work(runId, { ports })
    }
    return { runId, outcome }
  }

  /** The output or problem of each call, in order. */
  async function results(): Promise<readonly (JsonObject | Problem)[]> {
    const completed = await harness.all('tool-completed')
    return completed.map(({ outcome }) =>
      outcome.status === 'ok' ? (outcome.output as JsonObject) : outcome.problem,
    )
  }

  /** `ok` or the refusal code of each call, in order. */
  async function outcomes(): Promise<readonly string[]> {
    const completed = await harness.all('tool-completed')
    return completed.map(({ outcome }) => (outcome.status === 'ok' ? 'ok' : outcome.problem.code))
  }
  return { turn, results, outcomes }
}
