import type { JsonObject } from '@repertoire/core/base'
import type { ModelRequest } from '@repertoire/core/ports'
import { quote, readBlocks, relevance } from './active-block.ts'
import { answerNoSkillFits, chooseSkill, slugToUse, writeOne } from './choose-skill.ts'
import {
  asObjects,
  asText,
  type CompletedCall,
  type CurrentTurn,
  maxReadLength,
  readTurn,
} from './current-turn.ts'
import { decideToSave } from './decide-to-save.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { skillOfResult } from './known-skills.ts'
import { listSkillsAnswer } from './list-skills-answer.ts'
import { decideToMakeTools } from './make-tools.ts'
import { type Question, readQuestion } from './question.ts'
import { decideToRunCode } from './run-code.ts'
import { decideWithCatalogue } from './use-catalogue.ts'
import { decideWithLibrary } from './use-library.ts'
import { decideWithPackages } from './use-packages.ts'
import { decideWithSkills } from './use-skills.ts'
import { keywordsOf } from './words.ts'

/** Minimum relevance from which an active skill answers at once. */
const minRelevance = 0.5

interface Turn {
  readonly question: Question
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
}

/** The demo model's next decision. A pure function of what any model is given. */
export function decide(request: Omit<ModelRequest, 'signal'>): Decision {
  const turn = readTurn(request.messages)
  const decision = decideOn(request, turn)
  if (turn.textLength <= maxReadLength || !decision.calls.some((call) => wasTruncated(call, turn)))
    return decision
  return textDecision(
    `I am a demo and read ${maxReadLength} characters of a message; yours has ${turn.textLength}, so what you dictated would be cut. Nothing was written.`,
  )
}

const writing: ReadonlySet<string> = new Set([
  ...['create_tool', 'update_tool', 'run_sandbox_code', 'edit_system_prompt', 'write_file'],
  ...['create_skill', 'update_skill', 'save_skill', 'run_command'],
])

/** True when the text to write ends exactly where the reading ended. */
function wasTruncated({ name, input }: Decision['calls'][number], { text }: CurrentTurn): boolean {
  const squeezed = (some: string): string => some.replace(/\s+/g, ' ').trim()
  const end = squeezed(text.slice(-40))
  const written = Object.values(input).filter((value) => typeof value === 'string')
  return writing.has(name) && written.some((value) => squeezed(value).endsWith(end))
}

function decideOn(
  { system, messages, tools }: Omit<ModelRequest, 'signal'>,
  { text, previous, done }: CurrentTurn,
): Decision {
  const turn: Turn = { question: readQuestion(text, previous), done, system }
  const names = new Set(tools.map(({ name }) => name))
  const remembered = decideToSave({ ...turn, text, tools: names })
  if (remembered) return remembered
  const coded = decideToRunCode({ text, done, tools: names })
  if (coded) return coded
  const toolmade = decideToMakeTools({ text, done, tools: names })
  if (toolmade) return toolmade
  if (names.has('activate_skills')) return decideWithCatalogue(turn)
  if (names.has('activate_skill')) return decideWithPackages({ ...turn, messages })
  if (names.has('create_skill')) return decideWithLibrary({ ...turn, messages, tools: names })
  if (names.has('use_skill') && !names.has('search_skills'))
    return decideWithSkills({ ...turn, tools: names })
  const failed = done.findLast(({ problem }) => problem)
  if (failed?.tool === 'disable_skill')
    return textDecision(`I could not disable it. ${problemText(failed)}`)
  if (failed?.tool === 'search_skills')
    return textDecision(`I could not search. ${problemText(failed)}`)
  if (!names.has('search_skills'))
    return textDecision('I have no tool here that finds or uses skills.')
  if (turn.question.wants === 'skills') return listFound(done)
  if (turn.question.wants === 'list') return listEnabled(turn)
  if (turn.question.wants === 'disable') return disable(turn)
  return answer(turn)
}

function answer(turn: Turn): Decision {
  const { question, done, system } = turn
  if (question.keywords.length === 0 && question.toUse === null) {
    return textDecision(
      'Tell me what you need in a few words of your own: I look for a skill that speaks of them.',
    )
  }
  const search = done.find(({ tool }) => tool === 'search_skills')
  const enabling = done.findLast(({ tool }) => tool === 'enable_skill')
  if (enabling?.problem) return afterRefusal(turn, enabling)
  if (enabling) return answerFrom(turn, nameOf(search, asText(enabling.input.skill_slug)))
  const [best] = readBlocks(system)
    .map((block) => ({ block, score: relevance(block, question.keywords) }))
    .sort((a, b) => b.score - a.score)
  if (!search && !question.toUse && best && best.score >= minRelevance)
    return answerFrom(turn, best.block.name)
  if (!search)
    return callTool('search_skills', { query: slugToUse(question) ?? question.text.slice(0, 2000) })
  const hits = asObjects(search.output?.skills)
  const choice = chooseSkill(hits.map(skillOfResult), question)
  const hit = hits.find(({ slug }) => choice.use && slug === choice.use.slug)
  if (!hit) return answerNoSkillFits(choice, writeOne)
  if (hit.enabled === true) return answerFrom(turn, asText(hit.name))
  return enable(hit)
}

/** A search without words lists what there is. */
function listFound(done: readonly CompletedCall[]): Decision {
  const listed = done.find(({ tool }) => tool === 'search_skills')
  if (!listed) return callTool('search_skills', {})
  const skills = asObjects(listed.output?.skills).map(skillOfResult)
  return listSkillsAnswer(skills, { hasMore: listed.output?.more === true })
}

function enable(hit: JsonObject): Decision {
  const why = Array.isArray(hit.why) ? hit.why.map(asText).filter(Boolean) : []
  const reason = `"${asText(hit.name)}" is the best match for the question (${why.join(', ')}).`
  return callTool('enable_skill', { skill_slug: asText(hit.slug), reason: reason.slice(0, 900) })
}

/** Makes room once, by disabling skills the question does not need. Otherwise reports the refusal. */
function afterRefusal(turn: Turn, enabling: CompletedCall): Decision {
  const { question, done, system } = turn
  const slug = asText(enabling.input.skill_slug)
  const tries = done.filter(({ tool }) => tool === 'enable_skill').length
  const disabled = done.filter(({ tool }) => tool === 'disable_skill').length
  if (enabling.problem?.code === 'session.over-budget' && tries === 1) {
    if (disabled > 0) return callTool('enable_skill', enabling.input)
    const needed = readBlocks(system)
      .filter((block) => relevance(block, question.keywords) >= minRelevance)
      .flatMap((block) => keywordsOf(block.name))
    const rooms = enabling.problem.details?.room_by_disabling
    const room = (Array.isArray(rooms) ? rooms : [])
      .map((set) => (Array.isArray(set) ? set.map(asText) : []))
      .find((set) => set.length > 0 && !set.some((one) => overlaps(keywordsOf(one), needed)))
    if (room) return { text: '', calls: room.map((one) => disableCall(one)) }
  }
  return textDecision(
    `I wanted to use the skill "${nameOf(done[0], slug)}" but it was not enabled. ${problemText(enabling)}`,
  )
}

function answerFrom({ question, system }: Turn, name: string): Decision {
  const block = readBlocks(system).find((one) => one.name === name)
  if (!block) return textDecision(`"${name}" should be enabled, but its text is not in my prompt.`)
  return textDecision(quote(block, question.passage))
}

function listEnabled({ done }: Turn): Decision {
  const list = done.find(({ tool }) => tool === 'list_enabled_skills')
  if (!list) return callTool('list_enabled_skills', {})
  if (list.problem) return textDecision(`I could not list them. ${problemText(list)}`)
  const enabled = asObjects(list.output?.enabled_skills)
  const lines = enabled.map((skill) => `- ${asText(skill.name)} (${skill.content_length})`)
  const head = enabled.length > 0 ? 'Enabled here:' : 'No skill is enabled in this conversation.'
  return textDecision([head, ...lines, budget(list.output)].join('\n'))
}

function disable(turn: Turn): Decision {
  const { question, done } = turn
  const list = done.find(({ tool }) => tool === 'list_enabled_skills')
  if (!list) return callTool('list_enabled_skills', {})
  if (done.some(({ tool }) => tool === 'search_skills')) return answer(turn)
  const disabled = done.filter(({ tool }) => tool === 'disable_skill')
  if (disabled.length > 0) {
    const slugs = disabled.map(({ input }) => asText(input.skill_slug)).join(', ')
    return textDecision(`Disabled: ${slugs}. ${budget(disabled.at(-1)?.output)}`)
  }
  const enabled = asObjects(list.output?.enabled_skills)
  const named = enabled.filter((skill) =>
    overlaps(question.keywords, keywordsOf(`${asText(skill.name)} ${asText(skill.slug)}`)),
  )
  const meant =
    question.all || (named.length === 0 && enabled.length === 1 && mentionsSkill(question))
  const chosen = meant ? enabled : named
  if (chosen.length > 0) {
    return { text: '', calls: chosen.map((skill) => disableCall(asText(skill.slug))) }
  }
  if (!question.namesSkills && question.keywords.length > 0) return answer(turn)
  if (enabled.length === 0) return textDecision('No skill is enabled in this conversation.')
  const names = enabled.map((skill) => asText(skill.slug)).join(', ')
  return textDecision(`Which one shall I disable? Enabled here: ${names}.`)
}

/** "Disable it", "stop using the skill": no word that could name another skill. */
function mentionsSkill({ keywords, namesSkills }: Question): boolean {
  return namesSkills || keywords.length === 0
}

function nameOf(search: CompletedCall | undefined, slug: string): string {
  const hit = asObjects(search?.output?.skills).find((one) => asText(one.slug) === slug)
  return hit ? asText(hit.name) : slug
}

function budget(output: JsonObject | undefined): string {
  return `Budget: ${output?.budget_used_chars} of ${output?.budget_max_chars} characters in use.`
}

function overlaps(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one))
}

function disableCall(slug: string): Decision['calls'][number] {
  return { name: 'disable_skill', input: { skill_slug: slug } }
}
