/** Words that an addition to a known licence takes rights away with. Of lower-case words without punctuation. */
export function restricts(words: string): boolean {
  return restriction.test(words)
}

/** Whether a text keeps the rights for its owner: "Proprietary", "All rights reserved" with terms. */
export function reservesRights(text: string): boolean {
  const flat = text.replace(/[\s*_>#"“”'’]+/g, ' ')
  if (proprietary.test(flat)) return true
  return /all rights (?:are )?reserved/i.test(flat) && reservation.test(flat)
}

/** Whether a short text only names a licence file: "Complete terms in LICENSE.txt". */
export function namesFileOnly(text: string): boolean {
  if (text.length > 200 || !licenceFile.test(text)) return false
  return /^[^\p{L}\p{N}]*$/u.test(text.replace(licenceFile, ' ').replace(aroundFile, ' '))
}

/** A short statement without the clause that names a licence file: "MIT" of "MIT. See LICENSE.txt for details". */
export function withoutReference(text: string): string {
  return text.length > 500 ? text : text.replace(referenceClause, '')
}

const restriction =
  /\b(?:non ?commercial|commercial|enterprise|proprietary|confidential|commons clause|(?:may|must|shall|can|do|does) not|cannot|not (?:be )?(?:used?|sell|permitted|granted|allowed|included?)|prohibited|forbidden|except(?:ions?|ing)?|excluding|excluded|other than|only|solely|separate(?:ly)?|subscription|agreement with)\b/

const proprietary =
  /^\s*proprietary\b|\b(?:is|are|remains?) (?:the )?(?:confidential and )?proprietary\b|\bproprietary (?:and confidential|licen[cs]e|software licen[cs]e|terms)\b|\bUNLICENSED\b/i

const reservation =
  /\b(?:proprietary|confidential|prohibited|may not|must not|not permitted|no part of|without (?:the )?(?:prior |express )*(?:written )?(?:permission|consent)|governed by (?:your|the|an?) .{0,40}(?:agreement|terms)|subject to .{0,60}(?:agreement|terms)|no licen[cs]e is granted)\b/i

const licenceFile =
  /(?:^|[\s`(])(?:[\w.-]{1,100}\/){0,8}(?:un)?licen[cs]e(?:[.-](?:txt|md|rst))?(?=$|[\s`).,])/i

/** What people write around the name of the file. */
const aroundFile =
  /\b(?:please|see|refer|to|for|complete|full|terms|text|details|licen[cs]e|has|have|is|are|in|the|files?|of|contains|root|repository|this)\b/gi

const referenceClause =
  /[\s.,;(–—-]+(?:(?:please |for [a-z ]{1,40})?(?:see|refer to)|(?:the )?(?:complete|full|licen[cs]e) terms|licen[cs]e(?:\.txt|\.md)? (?:has|contains))\b.*$/is
