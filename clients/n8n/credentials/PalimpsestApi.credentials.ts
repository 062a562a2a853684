import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

import { defaultBaseUrl } from '../nodes/service/base-url';

export class PalimpsestApi implements ICredentialType {
	name = 'palimpsestApi';

	displayName = 'Palimpsest API';

	icon: Icon = { light: 'file:../icons/palimpsest.svg', dark: 'file:../icons/palimpsest.dark.svg' };

	documentationUrl = 'https://github.com/palimpsest-memory/palimpsest/tree/main/clients/n8n#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: defaultBaseUrl,
			placeholder: 'e.g. https://memory.example.com',
			description: 'Address of the service. Trailing slashes are ignored; blank is the local default.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'A key from "palimpsest mint-key", bound to one user ID. Leave it blank while the service runs without authentication.',
		},
	];

	/** A service without authentication is asked without the header: a blank bearer token would be refused. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const apiKey = String(credentials.apiKey ?? '').trim();
		if (apiKey === '') return requestOptions;
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${apiKey}` },
		};
	}

	/** 503 of a degraded service fails the test. The expression is `baseUrlOf`, in the only form that this request takes. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ($credentials.baseUrl || '').trim().replace(/\\/+$/, '') || '${defaultBaseUrl}' }}`,
			url: '/api/health',
		},
	};
}
