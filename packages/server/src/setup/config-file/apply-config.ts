import type { Model } from '@repertoire/core/ports'
import { toModel } from '../../runtime/models/embedded-model.ts'
import type { Models } from '../../runtime/models/select-model.ts'
import type { RepertoireConfig } from './define-config.ts'

/** The models of the environment and of the file. The environment's default stays, unless it is the demo model. */
export function withOwnModels(models: Models, { models: own = {} }: RepertoireConfig): Models {
  const made = Object.entries(own).map(([id, given]): [string, Model] => [
    id,
    { ...toModel(given), id },
  ])
  const [first] = made
  if (!first) return models
  if (models.default.demo) return { default: first[1], byId: new Map(made) }
  return { default: models.default, byId: new Map([...models.byId, ...made]) }
}
