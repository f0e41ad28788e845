import {
  type ArrivalJudge,
  judgeLicence,
  type OrganisationSettings,
  type PackageScanner,
  type TrustReport,
} from '@repertoire/core'

export interface ArrivalJudgeOptions {
  readonly scanner: PackageScanner
  /** Of the organisation for which it is judged. */
  readonly settings: () => Promise<Pick<OrganisationSettings, 'licencePolicy'>>
}

/** Judges content by the scanner's rules and the organisation's policies. */
export function createArrivalJudge({ scanner, settings }: ArrivalJudgeOptions): ArrivalJudge {
  return {
    ruleset: scanner.ruleset,
    judge: async (item): Promise<TrustReport> => {
      const [{ scan, licence }, { licencePolicy }] = await Promise.all([
        scanner.scan(item),
        settings(),
      ])
      const { decision, reason } = judgeLicence(licence, licencePolicy)
      return { scan, licence, licenceDecision: decision, licenceReason: reason, signature }
    },
  }
}

const signature = {
  status: 'unsigned',
  signer: null,
  detail: 'Signatures of packages are not checked.',
} as const
