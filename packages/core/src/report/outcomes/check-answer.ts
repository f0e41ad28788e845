import type { OutcomeCase, OutcomeCheck } from '@repertoire/skill-md'
import type { InputVerdict } from '../../ports/input-check.ts'
import type { Model } from '../../ports/model.ts'
import { askJudge } from './ask-judge.ts'
import { type CheckVerdict, noTrialUsage, type TrialUsage } from './trial.ts'

/** What checks need from the world. */
export interface CheckPorts {
  /** In bounded time; null when the expression is none, or takes too long. */
  readonly matches: (pattern: string, text: string) => boolean | null
  readonly fitsSchema: (schema: object | boolean, value: unknown) => InputVerdict
  /** Runs a script of the package in the sandbox, in the folder that the trial left. */
  readonly runScript: (path: string, answer: string) => Promise<ScriptVerdict>
  readonly judge: Model
}

export interface ScriptVerdict {
  /** Null: it could not run. */
  readonly passed: boolean | null
  readonly why: string
}

type Verdict = Pick<CheckVerdict, 'passed' | 'why'>

/** Judges an answer by all checks of its case. The judge comes last, and only where all measured checks passed. */
export async function checkAnswer(
  ports: CheckPorts,
  { prompt, checks }: Pick<OutcomeCase, 'prompt' | 'checks'>,
  answer: string,
): Promise<{ readonly checks: readonly CheckVerdict[]; readonly judgeUsage: TrialUsage }> {
  const verdicts: CheckVerdict[] = []
  for (const check of checks) {
    if (check.kind === 'judge') continue
    const { name, kind } = check
    verdicts.push({ name, kind, judgedBy: null, ...(await measure(ports, check, answer)) })
  }
  const criteria = checks.flatMap((check) => (check.kind === 'judge' ? [check] : []))
  if (criteria.length === 0 || verdicts.some(({ passed }) => passed !== true)) {
    return { checks: verdicts, judgeUsage: noTrialUsage }
  }
  const said = await askJudge(ports.judge, {
    ...{ prompt, answer },
    criteria: criteria.map(({ criterion }) => criterion),
  })
  const opinions = criteria.map(({ name, kind }, at): CheckVerdict => {
    const opinion = said.opinions[at] ?? { passed: null, why: 'The judge said nothing about it.' }
    return { name, kind, judgedBy: ports.judge.label, ...opinion }
  })
  return { checks: [...verdicts, ...opinions], judgeUsage: said.usage }
}

async function measure(
  ports: CheckPorts,
  check: Exclude<OutcomeCheck, { kind: 'judge' }>,
  answer: string,
): Promise<Verdict> {
  switch (check.kind) {
    case 'contains':
      return expected(answer.includes(check.value), check)
    case 'matches':
      return expected(ports.matches(check.value, answer), check)
    case 'script':
      return await ports.runScript(check.path, answer)
    case 'schema':
      return fitsSchema(ports, check.schema, answer)
  }
}

function expected(found: boolean | null, { negated }: { readonly negated: boolean }): Verdict {
  if (found === null) {
    return { passed: null, why: 'The expression is invalid, or takes too long.' }
  }
  if (found !== negated) return { passed: true, why: '' }
  return { passed: false, why: negated ? 'The answer has it.' : 'The answer does not have it.' }
}

function fitsSchema(
  { fitsSchema: fits }: CheckPorts,
  schema: object | boolean,
  answer: string,
): Verdict {
  const value = jsonOf(answer)
  if (value === undefined) return { passed: false, why: 'The answer has no JSON.' }
  const verdict = fits(schema, value)
  if (verdict.verdict === 'fits') return { passed: true, why: '' }
  return { passed: verdict.verdict === 'wrong' ? false : null, why: verdict.why }
}

/** The answer as JSON, or its only fenced block. Undefined for neither. */
function jsonOf(answer: string): unknown {
  const blocks = answer.split(/^```[^\n]*$/m)
  const text = blocks.length === 3 ? (blocks[1] ?? '') : answer
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
