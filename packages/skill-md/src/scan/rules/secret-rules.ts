import { patternRule, type RuleText, type SegmentKind, type SegmentRule } from '../scan-rule.ts'

const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment', 'frontmatter']
const placeholder =
  /x{4,}|0{8,}|1234567|abcdef|example|placeholder|your[_-]|<[^>\n]{1,40}>|\.\.\.|\*{3,}|redacted|dummy|fake|sample|test[_-]?key/

const text = (id: string, what: string): RuleText => ({
  id,
  severity: 'medium',
  message: `${what} stands in the file.`,
  attack: 'Whoever reads the skill can use it; the model may repeat it.',
  fix: 'Revoke it, and read it from an environment variable.',
})

/** Keys of the author that everybody gets with the skill. */
export const secretRules: readonly SegmentRule[] = [
  patternRule(text('secret.private-key', 'A private key'), anywhere, {
    pattern:
      /-----begin (?:rsa |ec |openssh |dsa |pgp |encrypted )?private key(?: block)?-----\s{1,4}(?:[a-z0-9+/=:, -]{30,80}\s{1,4}){4}/,
    unless: placeholder,
  }),
  patternRule(text('secret.cloud-key', 'A key of a cloud'), anywhere, {
    pattern: /\b(?:akia|asia)[0-9a-z]{16}\b|\baiza[0-9a-z_-]{35}\b/,
    unless: placeholder,
  }),
  patternRule(text('secret.code-host-token', 'A token of a code host'), anywhere, {
    pattern:
      /\bgh[pousr]_[a-z0-9]{36,80}\b|\bgithub_pat_[a-z0-9_]{60,100}\b|\bglpat-[\w-]{20,40}\b/,
    unless: placeholder,
  }),
  patternRule(text('secret.service-key', 'A key of a service'), anywhere, {
    pattern:
      /\bsk-(?:ant-|proj-|or-v1-)?[a-z0-9_-]{32,160}\b|\bxox[abprs]-[a-z0-9-]{20,100}\b|\bsk_live_[a-z0-9]{20,80}\b|\bnpm_[a-z0-9]{36}\b|\bhf_[a-z0-9]{30,50}\b/,
    unless: placeholder,
  }),
]
