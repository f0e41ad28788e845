import type { ModelMessage } from '@repertoire/core/ports'
import { quote } from './active-block.ts'
import { answerNoSkillFits, chooseSkill, slugToUse } from './choose-skill.ts'
import { asObjects, asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { listedSkills, skillOfResult } from './known-skills.ts'
import {
  fileToKeep,
  type LibraryIntent,
  libraryIntentOf,
  skillDraft,
  skillOfFile,
} from './library-intents.ts'
import { listSkillsAnswer } from './list-skills-answer.ts'
import type { Question } from './question.ts'

interface LibraryTurn {
  readonly question: Question
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
  readonly messages: readonly ModelMessage[]
  readonly tools: ReadonlySet<string>
}

/** Creates or changes a skill on request, and otherwise answers from one. */
export function decideWithLibrary(turn: LibraryTurn): Decision {
  const { question, done, messages } = turn
  const { text } = question
  const path = turn.tools.has('read_file') ? fileToKeep(text) : null
  if (path !== null) return keepFile(path, done)
  const intent = skillDraft(text, messages) ?? libraryIntentOf(text)
  if (intent && intent.tool !== 'read_skill') return applyIntent(intent, done)
  if (question.wants === 'skills' || question.wants === 'list') return list(done)
  return answer(turn, intent)
}

function keepFile(path: string, done: readonly CompletedCall[]): Decision {
  const read = done.find(({ tool }) => tool === 'read_file')
  if (!read) return callTool('read_file', { path })
  if (read.problem) return textDecision(`I could not read ${path}. ${problemText(read)}`)
  return applyIntent(skillOfFile(path, asText(read.output?.content)), done)
}

function applyIntent({ tool, input }: LibraryIntent, done: readonly CompletedCall[]): Decision {
  const made = done.find((one) => one.tool === tool)
  if (!made) return { text: saying(tool), calls: [{ name: tool, input }] }
  const name = asText(made.output?.name) || asText(input.name)
  if (made.problem) return textDecision(`The library is as it was. ${problemText(made)}`)
  const { version, deleted, enabled } = made.output ?? {}
  if (tool === 'delete_skill') {
    return textDecision(
      deleted === true ? `"${name}" is deleted.` : `There is no skill named "${name}".`,
    )
  }
  if (enabled !== undefined)
    return textDecision(`"${name}" is switched ${enabled === true ? 'on' : 'off'}.`)
  return textDecision(`The skill "${name}" is kept, version ${version}. I can read it from now on.`)
}

/** Text that is shown beside the approval request. */
function saying(tool: string): string {
  return tool === 'create_skill'
    ? 'You asked me to keep this as a skill.'
    : 'You asked me to change this skill.'
}

function list(done: readonly CompletedCall[]): Decision {
  const listed = done.find(({ tool }) => tool === 'list_skills')
  if (!listed) return callTool('list_skills', {})
  if (listed.problem) return textDecision(`I could not list them. ${problemText(listed)}`)
  return listSkillsAnswer(asObjects(listed.output?.skills).map(skillOfResult))
}

function answer({ question, done, system }: LibraryTurn, intent: LibraryIntent | null): Decision {
  const read = done.find(({ tool }) => tool === 'read_skill')
  if (read?.problem) return textDecision(`I could not read it. ${problemText(read)}`)
  if (read) {
    const block = { name: asText(read.output?.title), body: asText(read.output?.content) }
    return textDecision(quote(block, question.passage))
  }
  const choice = chooseSkill(listedSkills(system).skills, question)
  const name = asText(intent?.input.name) || choice.use?.slug || slugToUse(question)
  if (name) return callTool('read_skill', { name })
  return answerNoSkillFits(
    choice,
    'Say "remember this as a skill named …: …", and I keep what you write after the colon.',
  )
}
