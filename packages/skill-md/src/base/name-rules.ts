import { countCharacters } from './characters.ts'
import { slugify } from './slug.ts'

export interface RuleProblem {
  code: string
  message: string
  fix?: string
}

const maxNameLength = 64

/** A name that breaks none of the rules; absent when nothing of the name is left. */
function validName(name: string): Pick<RuleProblem, 'fix'> {
  const valid = slugify(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-+|-+$/g, '')
  return valid === '' ? {} : { fix: `name: ${valid}` }
}

/** Every violated name rule of the open format, in the order of the reference validator. Allows Unicode letters. */
export function nameProblems(written: string, folderName?: string): RuleProblem[] {
  const name = written.trim().normalize('NFKC')
  const shown = JSON.stringify(name.slice(0, 100))
  const problems: RuleProblem[] = []
  if (countCharacters(name) > maxNameLength) {
    problems.push({
      code: 'name.too-long',
      message: `The name has ${countCharacters(name)} characters; at most ${maxNameLength} are allowed.`,
      ...validName(name),
    })
  }
  if (name !== name.toLowerCase()) {
    problems.push({
      code: 'name.uppercase',
      message: `The name ${shown} must be lowercase.`,
      ...validName(name),
    })
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    problems.push({
      code: 'name.edge-hyphen',
      message: 'A name cannot start or end with a hyphen.',
      ...validName(name),
    })
  }
  if (name.includes('--')) {
    problems.push({
      code: 'name.double-hyphen',
      message: 'A name cannot have two hyphens in a row.',
      ...validName(name),
    })
  }
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
    problems.push({
      code: 'name.characters',
      message: `The name ${shown} has characters other than letters, digits and hyphens.`,
      ...validName(name),
    })
  }
  if (folderName !== undefined && folderName.normalize('NFKC') !== name) {
    problems.push({
      code: 'name.folder-mismatch',
      message: `The name ${shown} differs from the folder's name ${JSON.stringify(folderName.slice(0, 100))}.`,
      fix: 'Rename the folder or the skill, so that both names are equal.',
    })
  }
  return problems
}
