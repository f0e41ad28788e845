import { join } from 'node:path'

/** Root folder of the repository. */
export const root = join(import.meta.dirname, '../..')

/** The 244 public skills, if they are next to this clone. */
export const realSkills = join(root, '../shared/data/skills')
