import {
  type GetPromptResult,
  type ListPromptsResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { isProblemError, type JsonValue } from '@repertoire/core/base'
import {
  missingPermission,
  type Principal,
  type Skill,
  skillFieldsOf,
} from '@repertoire/core/domain'
import type { Page, SkillStore } from '@repertoire/core/ports'
import { renderSystemPrompt } from '@repertoire/core/use'

const pageSize = 100

const taskArgument = { name: 'task', description: 'What to do with it.', required: false }

/** The skills that a person can choose in a client's menu: those that the key sees, and that `use_skill` gives. */
export async function listSkillPrompts(
  skills: SkillStore,
  principal: Principal,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  if (missingPermission(principal, 'skills.read')) return { prompts: [] }
  const viewer = principal.userId
  const filter = { enabled: true, archived: false }
  const { items, nextCursor } = await readPage(() =>
    skills.list(viewer, filter, { limit: pageSize, ...(cursor !== undefined && { cursor }) }),
  )
  const shown = items.filter(isForMenus)
  const found = await Promise.all(shown.map(({ slug }) => skills.findBySlug(viewer, slug)))
  // An organisation's skill in the shadow of a personal one of the same name cannot be used.
  const prompts = shown.filter(({ id }, at) => found[at]?.id === id).map(promptOf)
  return { prompts, ...(nextCursor !== null && { nextCursor }) }
}

async function readPage(read: () => Promise<Page<Skill>>): Promise<Page<Skill>> {
  try {
    return await read()
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== 'request.bad-cursor') throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.problem.message)
  }
}

function isForMenus({ head }: Skill): boolean {
  const { userInvocable, disableModelInvocation } = skillFieldsOf(head)
  return userInvocable && !disableModelInvocation
}

function promptOf({ slug, head: { name, description } }: Skill): Prompt {
  return { name: slug, title: name, description, arguments: [taskArgument] }
}

/** What `use_skill` gave, as a person's message: the text in a block that nothing in it can end, then the task. */
export function skillPrompt(output: JsonValue, task: string): GetPromptResult {
  const { name, instructions, folder, description } = textsOf(output)
  const blocks =
    name !== undefined && instructions !== undefined
      ? renderSystemPrompt({
          ...{ organisationPolicies: '', toolsetInstructions: '' },
          skills: [{ name, body: instructions, ...(folder && { note: folder }) }],
        })
      : [JSON.stringify(output)]
  return {
    ...(description && { description }),
    messages: [...blocks, ...(task === '' ? [] : [task])].map((text) => ({
      ...{ role: 'user' as const, content: { type: 'text' as const, text } },
    })),
  }
}

function textsOf(output: JsonValue): Readonly<Record<string, string | undefined>> {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return {}
  return Object.fromEntries(
    Object.entries(output).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  )
}
