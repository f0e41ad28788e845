/** Why whoever makes a skill cannot make it for everybody. */
export const onlyOwnBecause =
  'Only an owner or admin makes skills for the organisation. Ask one of them.'
