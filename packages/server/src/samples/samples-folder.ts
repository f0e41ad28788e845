import { join } from 'node:path'

/** The skills that ship with the server. It may not be there. */
export const samplesFolder = join(import.meta.dirname, '../../../../skills')
