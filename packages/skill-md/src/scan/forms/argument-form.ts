import { foldText } from '../fold-text.ts'
import type { Segment } from '../scan-rule.ts'

const scriptFile = /\.(?:py|pyw|m?js|cjs|m?ts|rb|pl|php)$/i
const scriptFence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:python|py|javascript|js|typescript|ts|node|ruby|perl)\b/
const startsProcess =
  /\b(?:subprocess|popen|spawn(?:sync)?|exec(?:file)?(?:sync)?|os\.system|check_(?:call|output))\b/i
/** A line on which a process is started with a list of arguments. */
const startingLine =
  /\b(?:subprocess\.\w{1,20}|popen|spawn(?:sync)?|exec(?:file)?(?:sync)?|run|call|check_(?:call|output))\s{0,2}\([^\n]{1,600}/gi
const maxText = 200_000

/**
 * A script whose commands stand as one text, for the same rules: pieces put together, lists of arguments with blanks. Keeps
 * the number of lines. Null where nothing changes.
 */
export function argumentForm(segment: Segment): Segment | null {
  const { kind, path, text } = segment
  if (kind !== 'code' || text.length > maxText) return null
  if (!scriptFile.test(path) && !scriptFence.test(text.slice(0, 80))) return null
  if (!startsProcess.test(text)) return null
  const joined = text
    .replace(/(["'])[ \t]{0,4}\+[ \t]{0,4}\1/g, '')
    .replace(startingLine, (line) => line.replace(/(["'])\]?[ \t]{0,4},[ \t]{0,4}\[?\1/g, ' '))
  if (joined === text) return null
  return { ...segment, text: joined, folded: foldText(joined), decodedFrom: 'arguments' }
}
