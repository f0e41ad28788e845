import type { ModelMessage } from '@repertoire/core/ports'
import { type ActiveBlock, quote } from './active-block.ts'
import { answerNoSkillFits, chooseSkill, slugToUse } from './choose-skill.ts'
import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { listedSkills } from './known-skills.ts'
import { listSkillsAnswer } from './list-skills-answer.ts'
import type { Question } from './question.ts'

/** A turn of an agent with attached skills. */
export interface PackagesTurn {
  readonly question: Question
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
  readonly messages: readonly ModelMessage[]
}

/** Characters of a script's output that are quoted. */
const maxOutputLength = 4_000

/** Activates the skill whose line fits, runs the requested script, and quotes the result. */
export function decideWithPackages(turn: PackagesTurn): Decision {
  const { question, done, system, messages } = turn
  const activated = done.find(({ tool }) => tool === 'activate_skill')
  if (!activated) {
    const listed = listedSkills(system)
    if (question.wants === 'skills') return listSkillsAnswer(listed.skills, listed)
    const choice = chooseSkill(listed.skills, question)
    const name = choice.use?.slug ?? slugToUse(question)
    if (name) return callTool('activate_skill', { skill_name: name })
    return answerNoSkillFits(choice, 'Try other words, or attach a skill about it to me.')
  }
  if (activated.problem)
    return textDecision(`I wanted to activate a skill but could not. ${problemText(activated)}`)
  const name = asText(activated.input.skill_name)
  const ran = done.find(({ tool }) => tool === 'run_skill_script')
  if (ran) return textDecision(scriptReport(ran))
  const given = contentOf(messages, name)
  const script = requestedScript(question.text)
  if (script && given.files.includes(script.script_name)) {
    return callTool('run_skill_script', { skill_name: name, ...script })
  }
  return textDecision(quote(given, question.passage))
}

/** `run calculator.py with 42 * 17`: the script and its arguments. */
function requestedScript(text: string): { script_name: string; args: string } | null {
  const match = /\brun\s+([\w./-]{1,200}\.\w{1,4})\b(?:\s+with\s+(.+))?/i.exec(text)
  return match ? { script_name: match[1] ?? '', args: (match[2] ?? '').trim() } : null
}

/** The text of the skill as it was last given, and its listed files. */
function contentOf(
  messages: readonly ModelMessage[],
  name: string,
): ActiveBlock & { readonly files: readonly string[] } {
  const opening = `<skill_content name="${name}">\n`
  const texts = messages.map((message) =>
    message.role === 'tool' && message.outcome.status === 'ok'
      ? asText(message.outcome.output)
      : '',
  )
  const found = texts.findLast((text) => text.startsWith(opening)) ?? ''
  const inner = found.slice(opening.length).replace(/\n<\/skill_content>$/, '')
  const at = inner.lastIndexOf('\n\nSkill files:\n')
  const list = at === -1 ? '' : inner.slice(at)
  const files = list.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
  return { name, body: at === -1 ? inner : inner.slice(0, at), files }
}

function scriptReport(ran: CompletedCall): string {
  const script = asText(ran.input.script_name)
  if (ran.problem) return `I could not run ${script}. ${problemText(ran)}`
  const status = asText(ran.output?.status)
  const stdout = asText(ran.output?.stdout).trimEnd().slice(-maxOutputLength)
  const stderr = asText(ran.output?.stderr).trimEnd().slice(-maxOutputLength)
  const how = status === 'ok' ? `${script} says:` : `${script} ended as "${status}":`
  return [how, stdout, status === 'ok' ? '' : stderr].filter((part) => part !== '').join('\n\n')
}
