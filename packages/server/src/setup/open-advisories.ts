import { readFile } from 'node:fs/promises'
import { ProblemError } from '@repertoire/core/base'
import { trustedSignerOf } from '../http/wire/trusted-signer.ts'
import {
  createAdvisoryReader,
  type OpenAdvisoryReader,
} from '../ingestion/advisories/advisory-reader.ts'
import type { OperatorList } from '../ingestion/advisories/advisory-service.ts'
import { systemClock } from '../platform/system/system-ports.ts'
import { readVersion } from '../platform/system/version.ts'
import type { AdvisoryListSettings, Config } from './config/config.ts'

export interface AdvisoryServices {
  readonly advisoryReader: OpenAdvisoryReader
  readonly operatorList: OperatorList | null
}

/** Throws ProblemError `config.invalid` or `settings.signer-invalid` where the operator's signer cannot be read. */
export async function openAdvisoryServices({
  outboundAllow,
  advisoryList,
}: Pick<Config, 'outboundAllow' | 'advisoryList'>): Promise<AdvisoryServices> {
  const version = readVersion()
  return {
    advisoryReader: createAdvisoryReader({ outboundAllow, version, clock: systemClock }),
    operatorList: advisoryList ? await operatorListOf(advisoryList) : null,
  }
}

async function operatorListOf({
  url,
  signerFile,
  identity,
}: AdvisoryListSettings): Promise<OperatorList> {
  const pem = await readFile(signerFile, 'utf8').catch(() => {
    throw new ProblemError(signerUnreadable(signerFile))
  })
  return { url, signer: trustedSignerOf({ name: 'Operator', pem, identity }) }
}

function signerUnreadable(file: string) {
  return {
    code: 'config.invalid',
    kind: 'invalid',
    message: `REPERTOIRE_ADVISORIES_SIGNER: ${file} cannot be read.`,
    hint: 'Give the file with the public key, or the certificate, of whoever signs the advisory list.',
  } as const
}
