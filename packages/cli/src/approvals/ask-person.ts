import { type ApprovalBody, RepertoireError } from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import type { Server } from '../connection/api.ts'
import { conflictLines } from '../stats/conflict-lines.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { questionOf, subjectOf } from './approval-question.ts'
import { otherFileLines } from './other-files.ts'

/** A person's answer; null when they gave none. */
export interface Answer {
  readonly approved: boolean
  readonly note: string
}

/** Asks the person at the terminal: y, N, or view what exactly a yes is about. */
export async function askPerson(
  approval: ApprovalBody,
  server: Server,
  { input, terminal }: Pick<CommandContext, 'input' | 'terminal'>,
): Promise<Answer> {
  if (approval.reason !== '') terminal.note(`It says: ${sanitizeText(approval.reason)}`)
  for (const line of await conflictsOf(approval, server)) terminal.note(line)
  for (const line of await otherFileLines(approval, server)) terminal.note(line)
  if (approval.type === 'clarification') {
    const note = (await input.prompt(`? ${questionOf(approval)} `)).trim()
    return { approved: note !== '', note }
  }
  for (;;) {
    const text = (await input.prompt(`? ${questionOf(approval)} [y/N/view] `)).trim()
    if (!/^v(iew)?$/i.test(text)) return { approved: /^y(es)?$/i.test(text), note: '' }
    for (const line of (await subjectText(approval, server)).split('\n')) terminal.note(line)
  }
}

/** How the skill of a request goes against those that are active already. */
async function conflictsOf(approval: ApprovalBody, server: Server): Promise<readonly string[]> {
  if (approval.type !== 'skill_enablement') return []
  const { pairs } = await server.send(server.client.stats.conflicts({ approval: approval.id }))
  return conflictLines(pairs)
}

/** What a yes is about: for a skill the text of exactly the asked digest. */
export async function subjectText(approval: ApprovalBody, server: Server): Promise<string> {
  if (approval.type !== 'skill_enablement') return subjectOf(approval, '')
  const { id, digest, fetched } = approval.skill
  if (fetched) return subjectOf(approval, fetched.text)
  const bytes = await server.send(server.client.skills.file(id, 'SKILL.md', { digest }))
  return subjectOf(approval, new TextDecoder().decode(bytes))
}

/** Sends an answer. Null when somebody else was first. */
export async function sendAnswer(
  id: string,
  answer: Answer,
  { client, send }: Server,
): Promise<ApprovalBody | null> {
  return send(
    client.approvals.answer(id, answer).catch((error: unknown) => {
      if (error instanceof RepertoireError && error.code === 'approval.already-answered')
        return null
      throw error
    }),
  )
}
