import { filePathFault } from '../package/package-rules.ts'
import { isRecord, type OutcomeReader, reportAt } from './outcome-reader.ts'
import { type JsonRecord, type OutcomeCheck, outcomeTestLimits } from './outcome-test-set.ts'

const lists = ['assertions', 'expectations'] as const

const shape =
  'A check is a sentence for a judge, or `{type, value}` with the type contains, not_contains, regex, not_regex, json_schema, script or judge.'

/** The checks of a case: both lists, in order; without one, the expected output is for a judge. */
export function readChecks(
  reader: OutcomeReader,
  path: string,
  given: JsonRecord,
): readonly OutcomeCheck[] {
  const checks: OutcomeCheck[] = []
  for (const list of lists) {
    const items = given[list]
    if (items === undefined) continue
    if (!Array.isArray(items)) {
      reportAt(reader, `${path}/${list}`, ['outcomes.not-a-list', `\`${list}\` should be a list.`])
      continue
    }
    for (const [index, item] of items.entries()) {
      const check = readCheck(reader, `${path}/${list}/${index}`, item)
      if (check) checks.push(check)
    }
  }
  const { maxChecks } = outcomeTestLimits
  if (checks.length > maxChecks) {
    const message = `Of ${checks.length} checks only the first ${maxChecks} are used.`
    reportAt(reader, path, ['outcomes.too-many-checks', message])
  }
  if (checks.length > 0) return checks.slice(0, maxChecks)
  const expected = given.expected_output
  if (!isText(expected)) return []
  const criterion = expected.slice(0, outcomeTestLimits.maxCheckLength)
  return [{ kind: 'judge', name: 'expected_output', criterion }]
}

function readCheck(reader: OutcomeReader, path: string, item: unknown): OutcomeCheck | null {
  const check = toCheck(item)
  if (typeof check === 'object') return check
  reportAt(reader, path, ['outcomes.check', check])
  return null
}

/** The check, or what is wrong with it. */
function toCheck(item: unknown): OutcomeCheck | string {
  if (isText(item)) return withinLimit({ kind: 'judge', name: item, criterion: item }, item)
  if (!isRecord(item) || typeof item.type !== 'string') return shape
  const type = item.type.replaceAll('-', '_')
  const value = item.value ?? item.text
  const name = isText(item.name) ? item.name.slice(0, 200) : nameOf(type, value)
  if (type === 'json_schema' || type === 'schema') {
    const schema = item.schema ?? value
    if (isRecord(schema) || typeof schema === 'boolean') return { kind: 'schema', name, schema }
    return 'The `value` of a json_schema check should be a JSON Schema.'
  }
  if (!isText(value)) return `The \`value\` of a check should be text. ${shape}`
  const negated = type.startsWith('not_')
  switch (negated ? type.slice('not_'.length) : type) {
    case 'contains':
      return withinLimit({ kind: 'contains', name, value, negated }, value)
    case 'regex':
      return withinLimit({ kind: 'matches', name, value, negated }, value)
    case 'judge':
    case 'llm_rubric':
      return negated ? shape : withinLimit({ kind: 'judge', name, criterion: value }, value)
    case 'script': {
      if (negated) return shape
      const fault = filePathFault(value)
      return fault === undefined
        ? { kind: 'script', name, path: value }
        : `The script is no path inside the package: ${fault}.`
    }
    default:
      return `There is no check of the type ${JSON.stringify(item.type.slice(0, 80))}. ${shape}`
  }
}

function nameOf(type: string, value: unknown): string {
  return isText(value) ? `${type}: ${value.slice(0, 180)}` : type
}

function withinLimit(check: OutcomeCheck, value: string): OutcomeCheck | string {
  const { maxCheckLength } = outcomeTestLimits
  if (value.length <= maxCheckLength) return check
  return `A check has at most ${maxCheckLength} characters.`
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
