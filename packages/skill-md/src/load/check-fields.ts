import { countCharacters, isOverLength } from '../base/characters.ts'
import { maxDescriptionLength } from '../base/description.ts'
import { nameProblems } from '../base/name-rules.ts'
import type { FieldFinding } from '../fields/read-values.ts'
import type { LoadOptions, SkillDocument } from '../fields/skill-document.ts'
import { unknownFields } from './unknown-fields.ts'

/** Warnings and notes about a file that loads; never an error. */
export function checkFields(document: SkillDocument, options: LoadOptions): FieldFinding[] {
  const { fields } = document
  const findings: FieldFinding[] = unknownFields(document.frontmatter)
  const note = (key: string, finding: Omit<FieldFinding, 'key' | 'severity'>): void => {
    findings.push({ key, severity: 'warning', ...finding })
  }
  if (!document.hasFrontmatter) {
    findings.push({
      key: 'name',
      code: 'frontmatter.missing',
      severity: 'info',
      message: 'The file has no frontmatter: all of it is the body.',
      fix: 'Start the file with ---, a line `name: …`, a line `description: …` and another ---.',
    })
  } else if (!Object.keys(document.frontmatter).some((key) => key.toLowerCase() === 'name')) {
    note('name', { code: 'name.missing', message: 'The frontmatter has no `name`.' })
  }
  // Beside a slug the name is what people read.
  if (document.hasFrontmatter && fields.name !== undefined && fields.slug === undefined) {
    for (const problem of nameProblems(fields.name, options.folderName)) note('name', problem)
  }
  if (fields.description === '') {
    note('description', {
      code: 'description.missing',
      message: 'There is no description, so the skill can never be offered to a model.',
      fix: 'Add `description:` with one line about what the skill does and when to use it.',
    })
  } else if (isOverLength(fields.description, maxDescriptionLength)) {
    note('description', {
      code: 'description.too-long',
      message: `The description has ${countCharacters(fields.description)} characters; models are shown the first ${maxDescriptionLength}.`,
      fix: 'State in one or two sentences what the skill does and when to use it; move the rest into the body.',
    })
  }
  return findings
}
