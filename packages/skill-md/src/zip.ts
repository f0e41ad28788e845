export { readSkillZip, type SkillZip } from './package/read-skill-zip.ts'
export { writeSkillZip } from './package/write-skill-zip.ts'
