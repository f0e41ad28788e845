import { z } from 'zod'
import type { UsedSkill } from '../../../domain/events.ts'
import { toUsedSkill } from '../../session/skills-state.ts'
import { isDetached } from '../../tools/portable-skill.ts'
import { defineTool, type EffectOutcome, type ToolServices } from '../../tools/tool.ts'
import { runnerFor } from './prepare-script.ts'
import { executionBase, scriptInputs, workspaceWith } from './run-skill-script.ts'
import { scriptResult } from './script-result.ts'

interface CommandCall {
  readonly command: string
  readonly inputs?: readonly string[] | undefined
  readonly timeout_seconds?: number | undefined
}

/** `run_command` (D7's `Bash`). */
export const runCommand = defineTool({
  name: 'run_command',
  description:
    'Run a Bash command in a sandbox without network. This conversation’s folder is its working folder /workspace, and files it writes there come back; files of loaded skills can be read in /skill/<name>. Every command starts anew: nothing goes on in the background.',
  input: z.strictObject({
    command: z.string().min(1).max(100_000).describe('The command, as Bash takes it.'),
    inputs: scriptInputs,
    timeout_seconds: z.int().min(1).max(600).optional().describe('When to end it.'),
  }),
  permission: 'conversations.use',
  policy: 'none',
  answersFrom: 'services',
  needsSandbox: true,
  bind: (input) => ({
    subject: { kind: 'command', command: input.command },
    effect: {
      kind: 'act',
      repeatable: false,
      executes: true,
      run: (services) => run(services, input),
    },
  }),
})

/** A command gets no skill's secrets, since its text comes from the model. */
async function run(services: ToolServices, call: CommandCall): Promise<EffectOutcome> {
  const scripts = await runnerFor(services, 'shell')
  const { inputs = [], timeout_seconds: seconds } = call
  const folder = await workspaceWith(services, inputs)
  const mountedSkills = await loadedSkills(services)
  const outcome = await scripts.run({
    ...executionBase(services),
    skill: null,
    mountedSkills,
    runtime: 'shell',
    entry: call.command,
    args: [],
    inputs,
    wallMs: seconds === undefined ? null : seconds * 1000,
  })
  const skills = call.command.includes('/skill') ? mountedSkills : []
  return scriptResult(outcome, { folder, inputs, skills })
}

/** The revisions that this conversation was given, the last one last, which the person may still use. */
async function loadedSkills(services: ToolServices): Promise<readonly UsedSkill[]> {
  const { skills, viewer, turn, session } = services
  const given = new Map<string, UsedSkill>()
  for (const active of session.active) given.set(active.slug, toUsedSkill(active))
  for (const used of turn.used.values()) {
    given.delete(used.slug)
    given.set(used.slug, used)
  }
  const withdrawn = await skills.withdrawn(viewer, [...given.values()])
  const gone = new Set(withdrawn.map(({ slug }) => slug))
  return [...given.values()].filter((one) => !gone.has(one.slug) && !isDetached(one, services))
}
