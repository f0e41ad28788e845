import { type Document, isMap, isSeq, parseDocument } from 'yaml'
import { readTriggerTests } from './read-trigger-tests.ts'
import { triggerTestLimits } from './trigger-test-set.ts'

/**
 * The file of trigger tests with one more message that must surface the skill. Comments and unknown fields stay; a
 * message that is there already changes nothing, and an empty text begins a file. Null where the file cannot take it:
 * it is unreadable or full, or says that the message must not surface the skill.
 */
export function addTriggerTest(text: string, message: string): string | null {
  const wanted = message.trim()
  const isEmpty = text.trim() === ''
  const { messages, diagnostics } = isEmpty
    ? { messages: [], diagnostics: [] }
    : readTriggerTests(text)
  if (diagnostics.some(({ severity }) => severity === 'error')) return null
  const known = messages.find((one) => one.text === wanted)
  if (known) return known.mustSurface ? text : null
  if (messages.length >= triggerTestLimits.maxMessages) return null
  const document: Document = parseDocument(isEmpty ? 'must_surface: []\n' : text)
  const { contents } = document
  if (isSeq(contents)) {
    contents.add(document.createNode({ query: wanted, should_trigger: true }))
  } else if (isMap(contents)) {
    const name = contents.has('should_trigger') ? 'should_trigger' : 'must_surface'
    const list = contents.get(name)
    if (isSeq(list)) {
      if (isEmpty) list.flow = false
      list.add(document.createNode(wanted))
    } else contents.set(name, document.createNode([wanted]))
  } else return null
  const after = isJson(text)
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : document.toString({ lineWidth: 0 })
  const isKept = readTriggerTests(after).messages.some(
    (one) => one.text === wanted && one.mustSurface,
  )
  return isKept ? after : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
