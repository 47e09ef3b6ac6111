import { type RequestForm, splitIntoWords } from '../../../target/request-fields.ts'
import { vendorOf } from '../../rows/vendors.ts'

/**
 * Request fields in `MessageCreateParams`, stable and beta, of @anthropic-ai/sdk 1.12. The last three fields belong to
 * its client, to Vertex AI and to Bedrock.
 */
export const requestForm: RequestForm = {
  format: 'anthropic',
  fields: splitIntoWords(
    'model max_tokens messages system tools tool_choice thinking temperature top_p top_k stop_sequences stream metadata',
    'service_tier cache_control context_management container mcp_servers output_config output_format inference_geo speed',
    'diagnostics fallbacks fallback_credit_token compaction billing_policy thread user_profile_id workspace_id',
    'betas anthropic_version anthropic_beta',
  ),
  owner: { name: 'Anthropic', api: "Anthropic's API" },
  isOpen: model => model !== null && vendorOf(model) !== 'anthropic',
}
