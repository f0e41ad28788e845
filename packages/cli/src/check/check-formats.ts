import { sanitizeLines } from '../terminal/sanitize-text.ts'
import { type CheckedSkill, type CheckFinding, countFindings, fails } from './check-result.ts'
import { sarifLog } from './sarif.ts'

export const checkFormats = ['text', 'json', 'junit', 'sarif', 'markdown'] as const
export type CheckFormat = (typeof checkFormats)[number]

export interface CheckOptions {
  readonly strict: boolean
}

/** The report in a format of CI systems. Everything of a skill is untrusted text. */
export function formatCheck(
  skills: readonly CheckedSkill[],
  format: Exclude<CheckFormat, 'text'>,
  options: CheckOptions,
): string {
  switch (format) {
    case 'json':
      return skills.map((skill) => JSON.stringify(skill)).join('\n')
    case 'junit':
      return junit(skills, options)
    case 'sarif':
      return JSON.stringify(sarifLog(skills), null, 2)
    case 'markdown':
      return markdown(skills, options)
  }
}

/** A test suite of one test case a skill. */
function junit(skills: readonly CheckedSkill[], options: CheckOptions): string {
  const { failed } = countFindings(skills, options)
  const cases = skills.flatMap(({ slug, path, findings }) => {
    const failing = findings.filter((one) => fails(one, options))
    const rest = findings.filter((one) => !fails(one, options))
    return [
      `    <testcase name="${xml(slug)}" classname="${xml(path)}" file="${xml(path)}">`,
      ...(failing[0]
        ? [
            `      <failure message="${xml(failing[0].message)}" type="${xml(failing[0].rule)}">${xml(failing.map(lineOf).join('\n'))}</failure>`,
          ]
        : []),
      ...(rest.length > 0
        ? [`      <system-out>${xml(rest.map(lineOf).join('\n'))}</system-out>`]
        : []),
      '    </testcase>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="repertoire check" tests="${skills.length}" failures="${failed}">`,
    `  <testsuite name="skills" tests="${skills.length}" failures="${failed}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

/** For the comment of a pull request. */
function markdown(skills: readonly CheckedSkill[], options: CheckOptions): string {
  const { failed } = countFindings(skills, options)
  const rows = skills.flatMap(({ findings }) =>
    findings.map(({ path, line, level, message, rule }) => {
      return `| ${level} | ${cell(path)}:${line} | ${cell(message)} | ${cell(rule)} |`
    }),
  )
  const passed = skills.length - failed
  return [
    '## Skills',
    '',
    `${passed} of ${skills.length} passed.`,
    ...(rows.length > 0 ? ['', '| | place | | rule |', '|---|---|---|---|', ...rows] : []),
  ].join('\n')
}

function lineOf({ path, line, column, level, message, rule }: CheckFinding): string {
  return `${path}:${line}:${column} ${level} ${message} [${rule}]`
}

function xml(text: string): string {
  return sanitizeLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\ufffe\uffff]/g, '')
}

/** Text, never markup, on one line. */
function cell(text: string): string {
  return sanitizeLines(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]|#~!@]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}
