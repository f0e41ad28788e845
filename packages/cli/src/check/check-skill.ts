import {
  judgeByPolicy,
  type LicenceReport,
  type PackageFile,
  type ProfileName,
  type ScanPolicy,
  type ScanReport,
} from '@repertoire/skill-md'
import {
  type AncestorFile,
  detectLicence,
  licencesOf,
  parseSpdxExpression,
  type SpdxExpression,
} from '@repertoire/skill-md/licence'
import { scanPackage } from '@repertoire/skill-md/scan'
import type { FoundSkill } from '../import/find-skills.ts'
import { readSkill } from '../import/read-skill.ts'
import { lintFile } from '../lint/lint-file.ts'
import { type CheckedSkill, type CheckFinding, sortFindings } from './check-result.ts'

export interface CheckRules {
  readonly profile?: ProfileName | undefined
  /** SPDX identifiers; empty allows every known licence. */
  readonly allowLicences: readonly string[]
  /** How findings of the scan count. */
  readonly scanPolicy: ScanPolicy
}

export interface SkillToCheck {
  readonly found: FoundSkill
  /** Its folder or file, relative to the working directory. */
  readonly path: string
  /** Its SKILL.md, likewise. */
  readonly skillMdPath: string
  /** Licence files above it, the nearest first. */
  readonly licences: readonly AncestorFile[]
}

/** Lint, scan and licence of one skill; needs no server. */
export async function checkSkill(skill: SkillToCheck, rules: CheckRules): Promise<CheckedSkill> {
  const { found, path, skillMdPath, licences } = skill
  const read = await readSkill(found)
  const at = (
    finding: Partial<CheckFinding> & Pick<CheckFinding, 'rule' | 'level' | 'message'>,
  ) => {
    return { path: skillMdPath, line: 1, column: 1, fix: null, ...finding }
  }
  const linted = lintFile({ file: found.skillMd.file, path: skillMdPath }, rules.profile)
  const lint = linted.diagnostics.map(({ code, severity, line, column, message, fix }) => {
    const level = severity === 'info' ? ('note' as const) : severity
    return {
      path: skillMdPath,
      line,
      column,
      rule: `lint.${code}`,
      level,
      message,
      fix: fix ?? null,
    }
  })
  if (!read.ok) {
    const { code, message } = read.outcome.problem ?? { code: 'unreadable', message: '' }
    const unread = at({ rule: `package.${code}`, level: 'error', message })
    return { path, slug: path, findings: sortFindings([...lint, unread]) }
  }
  const files: readonly PackageFile[] = read.item.files.map((file) => ({
    path: file.path,
    bytes: Buffer.from(file.content_base64, 'base64'),
    executable: file.executable ?? false,
  }))
  const folder = skillMdPath.slice(0, skillMdPath.lastIndexOf('/') + 1)
  const scanned = scanFindings(judgeByPolicy(scanPackage(files), rules.scanPolicy), (file) =>
    file === 'SKILL.md' ? skillMdPath : `${folder}${file}`,
  )
  const licence = licenceFinding(detectLicence(files, licences), rules.allowLicences)
  const findings = [...lint, ...scanned, ...(licence ? [at(licence)] : [])]
  return { path, slug: read.slug ?? path, findings: sortFindings(findings) }
}

const levels = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'warning',
  info: 'note',
} as const

/** A content that the server takes only after a person has read the findings fails, whatever each of them weighs. */
function scanFindings(
  { findings, unscanned, verdict }: ScanReport,
  pathOf: (file: string) => string,
): readonly CheckFinding[] {
  const isHeld = verdict === 'review' || verdict === 'blocked'
  const found = findings.map(({ rule, severity, path, line, column, message, fix }) => {
    const level = isHeld && severity === 'medium' ? 'error' : levels[severity]
    return { path: pathOf(path), line, column, rule: `scan.${rule}`, level, message, fix }
  })
  const unread = unscanned.map(({ path, reason }) => ({
    ...{ path: pathOf(path), line: 1, column: 1, rule: 'scan.incomplete' },
    ...{ level: 'error' as const, message: `It cannot be scanned: it ${reason}.`, fix: null },
  }))
  return [...found, ...unread]
}

type LicenceFinding = Pick<CheckFinding, 'rule' | 'level' | 'message' | 'fix'>

function licenceFinding(
  { status, expression }: LicenceReport,
  allowed: readonly string[],
): LicenceFinding | null {
  if (status !== 'known') {
    const isError = status === 'proprietary' || allowed.length > 0
    return { ...unnamed[status], rule: `licence.${status}`, level: isError ? 'error' : 'warning' }
  }
  const parsed = parseSpdxExpression(expression)
  if (allowed.length === 0 || (parsed && isAllowed(parsed, allowed))) return null
  const names = parsed ? licencesOf(parsed).map(({ id }) => id) : [expression]
  const message = `The licence ${expression} is not among those that are allowed.`
  const fix = `Allow it with --allow-licence ${names.join(' ')}, or leave the skill out.`
  return { rule: 'licence.not-allowed', level: 'error', message, fix }
}

/** Of a choice one is enough. */
function isAllowed(expression: SpdxExpression, allowed: readonly string[]): boolean {
  if (expression.kind === 'licence') return allowed.includes(expression.licence.id)
  const { left, right } = expression
  if (expression.kind === 'or') return isAllowed(left, allowed) || isAllowed(right, allowed)
  return isAllowed(left, allowed) && isAllowed(right, allowed)
}

const unnamed = {
  none: {
    message: 'Nothing says which licence the skill has.',
    fix: 'Add `license: MIT`, or another SPDX identifier, to the frontmatter, or a LICENSE file.',
  },
  unknown: {
    message: 'The licence is not one that is known.',
    fix: 'Name it by its SPDX identifier.',
  },
  conflict: {
    message: 'Two places name different licences.',
    fix: 'Say the same in the frontmatter and in the LICENSE file.',
  },
  proprietary: {
    message: 'The licence reserves the rights: nobody else may use the skill.',
    fix: 'Ask its author for a licence.',
  },
} as const
