import { join } from 'node:path'

/** The repository. */
export const root = join(import.meta.dirname, '../..')

/** The 244 public skills, where they are beside this clone. */
export const realSkills = join(root, '../shared/data/skills')
