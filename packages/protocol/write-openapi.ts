import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOpenApiDocument } from '@repertoire/protocol'

/** Writes openapi.json anew: `npm run openapi -w packages/protocol`. A test tells when it is due. */
const file = join(import.meta.dirname, 'openapi.json')
writeFileSync(file, `${JSON.stringify(buildOpenApiDocument(), null, 2)}\n`)
