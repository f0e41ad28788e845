import { join } from 'node:path'

const fromSource = import.meta.url.endsWith('.ts')

/** In a clone the folders are where they are edited; a package brings them along beside `dist`. */
const clone = join(import.meta.dirname, '../../../../..')
const assets = join(import.meta.dirname, '../../../assets')

/** The built page. It may not be there. */
export const consoleFolder = fromSource
  ? join(clone, 'packages/console/dist')
  : join(assets, 'console')

/** The skills that ship with the server. They may not be there. */
export const samplesFolder = join(fromSource ? clone : assets, 'skills')

/** The vocabularies that ship with the server. */
export const vocabulariesFolder = join(fromSource ? clone : assets, 'vocabularies')

/** The documentation that ships with the server. It may not be there. */
export const docsFolder = join(fromSource ? clone : assets, 'docs')
