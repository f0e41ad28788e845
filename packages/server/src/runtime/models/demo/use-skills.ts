import { type ActiveBlock, quote, quoteFile, readBlocks } from './active-block.ts'
import {
  answerNoSkillFits,
  chooseSkill,
  type SkillChoice,
  slugToUse,
  writeOne,
} from './choose-skill.ts'
import { asText, type CompletedCall } from './current-turn.ts'
import { callTool, type Decision, problemText, textDecision } from './decision.ts'
import { intentReport, intentsOf, skillFromMessage } from './intents.ts'
import { listedSkills } from './known-skills.ts'
import { prefix } from './label.ts'
import { listSkillsAnswer } from './list-skills-answer.ts'
import type { Question } from './question.ts'
import { keywordsOf } from './words.ts'

/** A turn of an agent with document D's tools. */
export interface PortableTurn {
  readonly question: Question
  readonly done: readonly CompletedCall[]
  readonly system: readonly string[]
  /** Names of the available tools. */
  readonly tools: ReadonlySet<string>
}

/** Uses the skill whose line fits, executes the message's intents, and quotes the skill. */
export function decideWithSkills(turn: PortableTurn): Decision {
  const { question, done, system, tools } = turn
  const subAgentBlock = subAgentSkill(system)
  if (subAgentBlock) return nextIntent(turn) ?? answerFrom(turn, subAgentBlock)
  const dictated = tools.has('save_skill') ? skillFromMessage(question.text) : null
  if (dictated) {
    const saved = done.find(({ tool }) => tool === 'save_skill')
    return saved ? saySaved(saved) : callTool('save_skill', dictated)
  }
  const used = done.find(({ tool }) => tool === 'use_skill')
  if (!used) return useSkill(turn)
  if (used.problem)
    return textDecision(`I wanted to use a skill but could not. ${problemText(used)}`)
  const name = asText(used.output?.name)
  // This answer starts with the prefix already.
  const result = asText(used.output?.result).replace(prefix, '')
  if (result)
    return textDecision(`A sub-agent carried out the skill "${name}". It says:\n\n${result}`)
  const block = { name, body: asText(used.output?.instructions) }
  return readSkillFile(turn, used) ?? nextIntent(turn) ?? answerFrom(turn, block)
}

function useSkill(turn: PortableTurn): Decision {
  const { question, system } = turn
  const listed = listedSkills(system)
  if (question.wants === 'skills') return listSkillsAnswer(listed.skills, listed)
  const choice = chooseSkill(listed.skills, question)
  const name = choice.use?.slug ?? slugToUse(question)
  if (name) return callTool('use_skill', { name, task: question.text.slice(0, 20_000) })
  return nextIntent(turn) ?? noneFits(turn, choice)
}

/** A sub-agent has its one skill in the prompt, and no list to choose from. */
function subAgentSkill(system: readonly string[]): ActiveBlock | undefined {
  const isSubAgent = system.some((block) => /^You are a sub-agent\./m.test(block))
  return isSubAgent ? readBlocks(system).at(-1) : undefined
}

/** Reads the first file of the skill whose name matches a keyword. */
function readSkillFile(
  { question, done, tools }: PortableTurn,
  used: CompletedCall,
): Decision | undefined {
  if (!tools.has('read_skill_file') || done.some(({ tool }) => tool === 'read_skill_file')) {
    return undefined
  }
  const { resources } = used.output ?? {}
  const paths = Array.isArray(resources) ? resources.map(asText) : []
  const path = paths.find((one) => {
    const words = keywordsOf(one.replace(/^references\//, ''))
    return /\.md$/i.test(one) && question.keywords.some((word) => words.includes(word))
  })
  if (path === undefined) return undefined
  return callTool('read_skill_file', { name: asText(used.output?.name), path })
}

function nextIntent({ question, done, tools }: PortableTurn): Decision | undefined {
  const next = intentsOf(question.text).find(
    ({ tool }) => tools.has(tool) && !done.some((one) => one.tool === tool),
  )
  return next && callTool(next.tool, next.input)
}

function answerFrom({ question, done }: PortableTurn, block: ActiveBlock): Decision {
  const file = done.find(({ tool, output }) => tool === 'read_skill_file' && output)
  const page = file && {
    name: asText(file.input.path),
    body: asText(file.output?.content),
  }
  const quoted = [
    quote(block, question.passage),
    ...(page ? [quoteFile(page, question.passage)] : []),
  ]
  return textDecision([...quoted, intentReport(done)].filter(Boolean).join('\n\n'))
}

function noneFits({ done }: PortableTurn, choice: SkillChoice): Decision {
  const report = intentReport(done)
  const none = answerNoSkillFits(choice, writeOne)
  return report ? textDecision(`${report}\n\n${none.text}`) : none
}

function saySaved(saved: CompletedCall): Decision {
  if (saved.problem) return textDecision(`I could not save it. ${problemText(saved)}`)
  const name = asText(saved.output?.name)
  if (saved.output?.status === 'proposed') {
    return textDecision(`I proposed the skill "${name}". It can be used once somebody accepts it.`)
  }
  return textDecision(`The skill "${name}" is saved and can be used from now on.`)
}
