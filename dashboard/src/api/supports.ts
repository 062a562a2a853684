/** Made by npm run generate from the OpenAPI document. */
export const supports: { dryRun: boolean, explainMiss: boolean } = {"dryRun":true,"explainMiss":true}
