import type { Problem } from '../../base/errors.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import { allowedToolsOf } from '../session/active-skill.ts'
import { usedSkillOf } from './portable-skill.ts'
import type { ForkStart, ToolServices } from './tool.ts'

/** The instruction that replaces a sub-agent where none is possible. */
export const forkInstruction =
  'This skill is meant to be carried out apart. There is no sub-agent for it here, so do it yourself as one closed piece of work: follow the instructions for this task only, keep its intermediate results out of your answer, and report a compact result.'

/** Whether a skill is carried out by a sub-agent (`context: fork`, D6). */
export function isForked({ head }: Pick<Skill, 'head'>): boolean {
  return skillFieldsOf(head).contextFork
}

/** Starts the sub-agent of a skill. An empty `task` stands for the person's last message. */
export function startFork(
  { lastMessage }: Pick<ToolServices, 'lastMessage'>,
  skill: Skill,
  task: string,
): ForkStart {
  const allowedTools = allowedToolsOf(skill.head)
  return { fork: { skill: usedSkillOf(skill), allowedTools, task: task.trim() || lastMessage } }
}

/**
 * Why a tool that puts a skill's text into the conversation refuses this skill (`skill.runs-apart`, D6);
 * undefined for a skill that is not forked.
 */
export function runsInSubAgent(skill: Skill): Problem | undefined {
  if (!isForked(skill)) return undefined
  return {
    code: 'skill.runs-apart',
    kind: 'conflict',
    message: `"${skill.slug}" is carried out by a sub-agent (context: fork), so its text is not put into this conversation.`,
    hint: 'Call use_skill with its name and the whole task. Without that tool, tell the person that the agent needs the toolset "skill-use" or "portable".',
    details: { slug: skill.slug, call: 'use_skill' },
  }
}
