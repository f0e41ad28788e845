import { countCharacters } from '../characters.ts'

export interface RuleProblem {
  code: string
  message: string
  fix?: string
}

const maxNameLength = 64

/** Every violated name rule of the open format, in the order of the reference validator. Allows Unicode letters. */
export function nameProblems(written: string, folderName?: string): RuleProblem[] {
  const name = written.trim().normalize('NFKC')
  const shown = JSON.stringify(name.slice(0, 100))
  const problems: RuleProblem[] = []
  if (countCharacters(name) > maxNameLength) {
    problems.push({
      code: 'name.too-long',
      message: `The name has ${countCharacters(name)} characters; at most ${maxNameLength} are allowed.`,
    })
  }
  if (name !== name.toLowerCase()) {
    problems.push({
      code: 'name.uppercase',
      message: `The name ${shown} must be lowercase.`,
      fix: `name: ${name.toLowerCase().slice(0, 100)}`,
    })
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    problems.push({
      code: 'name.edge-hyphen',
      message: 'A name cannot start or end with a hyphen.',
    })
  }
  if (name.includes('--')) {
    problems.push({
      code: 'name.double-hyphen',
      message: 'A name cannot have two hyphens in a row.',
    })
  }
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
    problems.push({
      code: 'name.characters',
      message: `The name ${shown} has characters other than letters, digits and hyphens.`,
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
