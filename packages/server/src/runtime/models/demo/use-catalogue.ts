import { quote, readBlocks, relevance } from './active-block.ts'
import { answerNoSkillFits, chooseSkill, slugToUse } from './choose-skill.ts'
import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { listedSkills } from './known-skills.ts'
import { listSkillsAnswer } from './list-skills-answer.ts'
import type { Question } from './question.ts'

/** A turn with a routed catalogue. */
export interface CatalogueTurn {
  readonly question: Question
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
}

/** Minimum relevance from which a loaded skill answers at once. */
const minRelevance = 0.5

/** Loads the skill whose line fits best and quotes it, or its summary when its body was shed. */
export function decideWithCatalogue({ question, done, system }: CatalogueTurn): Decision {
  const loaded = done.find(({ tool }) => tool === 'activate_skills')
  if (question.wants === 'disable') return unload(loaded)
  if (loaded?.problem)
    return textDecision(`I wanted to load a skill but could not. ${problemText(loaded)}`)
  const listed = listedSkills(system)
  if (question.wants === 'skills') return listSkillsAnswer(listed.skills, listed)
  const [best] = readBlocks(system)
    .map((block) => ({ block, score: relevance(block, question.keywords) }))
    .sort((a, b) => b.score - a.score)
  if (best && (loaded || (question.toUse === null && best.score >= minRelevance))) {
    return textDecision(quote(best.block, question.passage))
  }
  if (loaded) return textDecision(fromSummary(system, loaded))
  const choice = chooseSkill(listed.skills, question)
  const id = choice.use?.slug ?? slugToUse(question)
  if (id) return callTool('activate_skills', { ids: [id] })
  return answerNoSkillFits(choice, 'Try other words, or ask about Routing.')
}

function unload(loaded: CompletedCall | undefined): Decision {
  if (!loaded) return callTool('activate_skills', { ids: [] })
  return textDecision(
    loaded.problem ? `I could not unload them. ${problemText(loaded)}` : 'Unloaded: all skills.',
  )
}

/** The catalogue's summary of a loaded skill whose body was shed. */
function fromSummary(system: readonly string[], { input }: CompletedCall): string {
  const ids = Array.isArray(input.ids) ? input.ids.map(asText) : []
  const catalogue = system.find((block) => block.startsWith('<skill_catalogue>')) ?? ''
  const lines = catalogue.split('\n')
  const at = lines.findIndex((line) => ids.some((id) => line.startsWith(`- ${id} (active, body`)))
  const summary = /^ {2}Summary: (.+)$/.exec(lines[at + 1] ?? '')?.[1]
  if (at === -1) return 'I loaded a skill, but its text is not in my prompt.'
  return summary
    ? `There was no room for the skill’s text. In short: ${summary}`
    : 'There was no room for the skill’s text, and it has no summary.'
}
