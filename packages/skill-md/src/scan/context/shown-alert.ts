import type { Segment } from '../scan-rule.ts'

const decodedCall = /^\w{4,12}\s{0,3}\(\s{0,3}atob\(\s{0,2}["']([\w+/]{8,60}={0,2})["']\s{0,2}\)/
const alertCall = /^(?:alert|confirm|prompt)\([\w."' ]{0,30}\);?$/

/** The encoded text with which pages are tested: it decodes to a call of `alert`, and to nothing else. Pure. */
export function showsAlert({ text, folded }: Segment, at: number): boolean {
  if (text.length !== folded.length) return false
  const encoded = decodedCall.exec(text.slice(at, at + 120))?.[1]
  if (encoded === undefined || encoded.length % 4 !== 0) return false
  return alertCall.test(atob(encoded))
}
