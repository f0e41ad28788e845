export { readSkillZip, type SkillZip } from './package/read-skill-zip.ts'
export { writeSkillZip } from './package/write-skill-zip.ts'
export { zipLimits } from './package/zip-limits.ts'
