/** Made by npm run generate from the OpenAPI document. */
export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
        get: operations["get_livez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the database answers too */
        get: operations["get_readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the service fares
         * @description All checks at once, kept for a few seconds. 503 with the same body when one of them fails.
         */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each request changed
         * @description Newest first: what was stored, what ended and by which words, what was restored.
         */
        get: operations["get_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take changes back
         * @description One change, or all of one conversation or source: what they stored is no longer believed, what they ended is. What was stated later is kept and named. With `dry_run` it only says so.
         */
        post: operations["post_changes_undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/communities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List communities */
        get: operations["get_communities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/debug/reindex-vectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the re-embedding is
         * @description Of the running or the last one.
         */
        get: operations["get_debug_reindex_vectors"];
        put?: never;
        /**
         * Re-embed everything
         * @description Makes all vectors anew with the configured embedding model and switches to them at the end. One run at a time, also over several processes; a killed run is taken up again.
         */
        post: operations["post_debug_reindex_vectors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List entities */
        get: operations["get_entities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities/merge-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Entities that may be one
         * @description Pairs of which one is known by the name of the other. Both have facts of their own, so they were not merged.
         */
        get: operations["get_entities_merge_suggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities/merge-suggestions/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two entities
         * @description `entity` is merged into `into`, which the answer shows; `POST /entities/{id}/separate` undoes it.
         */
        post: operations["post_entities_merge_suggestions_by_id_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities/merge-suggestions/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep two entities apart
         * @description They are not suggested again.
         */
        post: operations["post_entities_merge_suggestions_by_id_refuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One entity with its facts and neighbours */
        get: operations["get_entities_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/entities/{id}/separate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge
         * @description The entity stands for itself again, under its own names.
         */
        post: operations["post_entities_by_id_separate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a user
         * @description NDJSON: a header, then entities, memories and what refers to them, with ids, history, both time axes and vectors, then an end with counts and a checksum. A stream without its end was cut off. `POST /import` takes it back.
         */
        get: operations["get_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Nodes and edges
         * @description A page of memories with the entities that they mention and everything between them: of all that the user has in every state, or of what was believed at a time, or around one entity.
         */
        get: operations["get_graph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a user
         * @description Takes what `GET /export` gave, plain or gzipped, or an OpenMemory export (zip). The file is checked to its end before anything is stored. Ids are kept when the file is of the same user, and are made anew, always the same ones, when it is of another.
         */
        post: operations["post_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories
         * @description Newest first.
         */
        get: operations["get_memories"];
        put?: never;
        /**
         * Add a memory
         * @description Distils the text into facts, or stores it as it is with `infer: false`. It can be found at once.
         */
        post: operations["post_memories"];
        /**
         * Delete memories
         * @description For good, with every trace. To end a fact and keep its history, say so in a conversation.
         */
        delete: operations["delete_memories"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one memory */
        get: operations["get_memories_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a memory
         * @description Another text or beginning makes a new memory (with a new id), and the old one is kept as corrected. Metadata, tags and end are changed in place. Absent fields are left as they are.
         */
        patch: operations["patch_memories_by_id"];
        trace?: never;
    };
    "/api/v1/memories/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What it superseded and what superseded it */
        get: operations["get_memories_by_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}/accesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who recalled it, and when
         * @description The newest hundred searches that answered with it, newest first.
         */
        get: operations["get_memories_by_id_accesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many memories
         * @description At most 1,000. Each is stored on its own; one that fails is an `ERROR` among the results.
         */
        post: operations["post_memories_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Context for a prompt
         * @description What bears on the question, as text within a token budget. The same facts give the same text.
         */
        post: operations["post_memories_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/from-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remember a conversation
         * @description Distils the turns into facts, recognises what is known already, and ends what the new turns contradict. Answered when everything is stored; with `dry_run` nothing is. With `Accept: application/x-ndjson` the answer is one line a decision, with its reason, its words and what it takes the place of; what was claimed and not kept is there with `REFUSED`.
         */
        post: operations["post_memories_from_conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a supersession
         * @description The memory is believed again, with the end that its speaker stated. The newer one stays unless `replace` is true. `known_at` before this still shows what was believed then.
         */
        post: operations["post_memories_by_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a memory and keep its history */
        post: operations["post_memories_by_id_retire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pin a memory
         * @description It is ended only by words that name it, or by id.
         */
        post: operations["post_memories_by_id_pin"];
        /** Unpin a memory */
        delete: operations["delete_memories_by_id_pin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search memories
         * @description Words and meaning, fused; optionally reranked. Best first.
         */
        post: operations["post_memories_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memories/{id}/explain-miss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Why a search does not find a memory
         * @description The same search once more; names the first stage that leaves the memory out. Records no access.
         */
        post: operations["post_memories_by_id_explain_miss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What runs, and how backups stand
         * @description With auth on for operator keys only.
         */
        get: operations["get_operations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operations/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 24 hours, a point a minute
         * @description Kept by this process, lost when it ends; probes and pages are not counted. With auth on for operator keys only.
         */
        get: operations["get_operations_traffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user in numbers */
        get: operations["get_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What held from when to when
         * @description Every memory as an interval. A search with the same `known_at` and some `as_of` sees exactly those whose interval holds that time.
         */
        get: operations["get_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a user
         * @description Everything, for good; the answer says what was removed, and which backups still hold the user.
         */
        delete: operations["delete_users_by_user_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whom the caller acts for */
        get: operations["get_whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * MCP
         * @description The Model Context Protocol over Streamable HTTP: tools that remember, search, read, end and forget. A client sends `Accept: application/json, text/event-stream`. The key names the user; where auth is open a tool takes `user_id`.
         */
        post: operations["post_mcp_by_client"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{client}/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * MCP for one user
         * @description The Model Context Protocol over Streamable HTTP: tools that remember, search, read, end and forget. A client sends `Accept: application/json, text/event-stream`. The path names the user, where auth is open or the key is of that user.
         */
        post: operations["post_mcp_by_client_by_user_id"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Numbers for Prometheus */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Access: {
            /** @description The application that searched, as it named itself. */
            app_name: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Its place among the results. */
            rank: number;
        };
        Accesses: {
            /** @description The memory that was asked for. */
            id: string;
            /** @description Newest first, at most 100. */
            accesses: components["schemas"]["Access"][];
        };
        AddRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description What to remember. */
            text: string;
            /** @description The application that writes; stored with the memory. */
            app?: string | null;
            /**
             * @description False stores the text as it is: nothing is distilled, exact duplicates are still recognised.
             * @default true
             */
            infer?: boolean | null;
            /**
             * @description `episodic`, `semantic` or `procedural`. Blank and unknown values are ignored.
             * @enum {string|null}
             */
            memory_type?: "episodic" | "semantic" | "procedural" | null;
            /** @description Any JSON; kept and returned as sent. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The conversation it belongs to. */
            session_id?: string | null;
            /** @description The project it is scoped to. */
            project?: string | null;
            /** @description Tags. */
            tags?: string[] | null;
            /** @description Categories. Where none are given, each fact that is distilled gets up to three of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories?: string[] | null;
            /**
             * Format: date-time
             * @description When it became true; default now. ISO 8601; a date alone is midnight UTC.
             */
            valid_at?: string | null;
            /**
             * Format: date-time
             * @description When it stops being true: from then on it is past. ISO 8601; a date alone is midnight UTC.
             */
            invalid_at?: string | null;
            /** @description Ids of memories that it takes the place of; each has to be believed now. */
            supersedes?: string[];
        };
        Added: {
            /** @description The memory that was stored, or the one this text repeats or ends; blank with `NONE`, for a wish to forget what is not stored. */
            id: string;
            /** @description Its text. */
            content: string;
            /** @description `active`. */
            state: string;
            /** @description `ADD`, `SKIP_DUPLICATE`, `UPDATE`, `SUPERSEDE`, `INVALIDATE` or `NONE`. */
            event: string;
            /** @description The application that wrote it. */
            app_name: string | null;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            created_at: string;
            /** @description The metadata as JSON text. */
            metadata: string | null;
            /** @description Every fact the text held. */
            results: components["schemas"]["Outcome"][];
            /** @description Facts left out because their words were not said; absent when there were none. */
            refused?: number;
            /** @description What did not do its part; empty when whole. `llm`, `llm_budget`, `embeddings`: kept word for word, to be read when they are back. `unsaid_quotes`: see `refused`. `too_many_endings`: none of them ended. `llm_overlooked`: the rules read what the model left out. */
            degraded: string[];
        };
        AddedMemory: {
            /** @description Id of the memory. */
            id: string;
            /** @description Its text. */
            memory: string;
            /** @description The words it was read from. */
            quote: string | null;
        };
        BackupHolding: {
            /** @description Its path on the machine of the service. */
            file: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            made_at: string;
            /**
             * Format: date-time
             * @description When it goes by itself at the earliest; null when no backups are made by themselves.
             */
            until: string | null;
        };
        BatchAnswer: {
            /** @description What became of every fact of every text, in their order. */
            results: components["schemas"]["BatchOutcome"][];
        };
        BatchItem: {
            /** @description What to remember. */
            text: string;
            /**
             * @description `episodic`, `semantic` or `procedural`. Blank and unknown values are ignored.
             * @enum {string|null}
             */
            memory_type?: "episodic" | "semantic" | "procedural" | null;
            /** @description Any JSON; kept and returned as sent. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Tags, beside those of the request. */
            tags?: string[] | null;
            /**
             * Format: date-time
             * @description When it became true; default now. ISO 8601; a date alone is midnight UTC.
             */
            valid_at?: string | null;
            /**
             * Format: date-time
             * @description When it stops being true. ISO 8601; a date alone is midnight UTC.
             */
            invalid_at?: string | null;
        };
        BatchOutcome: {
            /** @description Which text, from 0. */
            index: number;
            /** @description The memory that was stored, found again or ended. */
            id: string | null;
            /** @description The fact. */
            memory: string;
            /** @description `ADD`, `SKIP_DUPLICATE`, `UPDATE`, `SUPERSEDE`, `INVALIDATE`, `NONE` or `ERROR`. */
            event: string;
            /** @description With `ERROR`: why it was not stored. */
            error?: string;
        };
        BatchRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description Texts alone. */
            texts?: string[];
            /** @description Texts with what belongs to each. */
            items?: components["schemas"]["BatchItem"][];
            /** @description The application that writes; stored with each memory. */
            app?: string | null;
            /**
             * @description True distils each text; false stores it as it is.
             * @default false
             */
            infer?: boolean | null;
            /** @description The conversation they belong to. */
            session_id?: string | null;
            /** @description The project they are scoped to. */
            project?: string | null;
            /** @description Tags of all. */
            tags?: string[] | null;
            /** @description Categories of all. Where none are given, each fact that is distilled gets up to three of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories?: string[] | null;
        };
        Change: {
            /** @description Names it for `POST /changes/undo`. */
            id: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description The conversation it came from. */
            session_id: string | null;
            /** @description The application that wrote. */
            app: string | null;
            /**
             * @description What kind of request it was.
             * @enum {string}
             */
            source: "conversation" | "api" | "import" | "undo" | "edit";
            /** @description What it stored. */
            added: components["schemas"]["AddedMemory"][];
            /** @description What it ended. */
            ended: components["schemas"]["EndedMemory"][];
            /** @description What is believed again since. */
            restored: components["schemas"]["MemoryReference"][];
            /** @description The turns it was read from, in their order; empty where none were kept. */
            turns: components["schemas"]["ReadTurn"][];
            /**
             * Format: date-time
             * @description When all of it was taken back; null while something of it stands.
             */
            undone_at: string | null;
        };
        ChangePage: {
            /** @description Newest first. */
            items: components["schemas"]["Change"][];
            /** @description How many there are in all. */
            total: number;
        };
        Community: {
            /** @description Its id. */
            id: string;
            /** @description What it is about, in a few words. */
            name: string;
            /** @description What the memories say of it; null until it was summarised. */
            summary: string | null;
            /** @description The entities in it. */
            entity_ids: string[];
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        CommunityList: {
            /** @description All of them. */
            items: components["schemas"]["Community"][];
            /** @description How many there are. */
            total: number;
        };
        ContextAnswer: {
            /** @description A block for a prompt: facts with their dates, oldest first, after summaries. Empty when nothing is remembered. */
            context: string;
            /** @description The memories in it, in its order. */
            memory_ids: string[];
            /** @description An estimate of its length, at most `max_tokens`. */
            tokens: number;
            /** @description What did not do its part; empty when whole. */
            degraded: string[];
        };
        ContextRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description What the prompt is about, in plain words. */
            query?: string | null;
            /** @description The conversation so far; its last user turns stand for `query` where that is missing. */
            messages?: components["schemas"]["Turn"][] | null;
            /**
             * @description How long the block may be.
             * @default 1000
             */
            max_tokens?: number | null;
            /** @description Only of this conversation. */
            session_id?: string | null;
            /** @description Only of this project. */
            project?: string | null;
            /**
             * Format: date-time
             * @description What was true then. ISO 8601; a date alone is midnight UTC.
             */
            as_of?: string | null;
            /** @description Who asks; recorded in the access log. */
            app_name?: string | null;
        };
        ConversationRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description The turns in order; at least one that is not blank. */
            messages: components["schemas"]["Turn"][];
            /** @description The application that writes; recorded on every fact. */
            app?: string | null;
            /** @description The project; recorded on every fact. */
            project?: string | null;
            /** @description The conversation; recorded on every fact. */
            session_id?: string | null;
            /** @description Applied to every fact. */
            tags?: string[] | null;
            /** @description Applied to every fact. Where none are given, each fact that is distilled gets up to three of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories?: string[] | null;
            /**
             * @description Facts about the assistant instead of the user.
             * @default false
             */
            is_agent_memory?: boolean | null;
            /**
             * @description Decides and stores nothing: the answer says what would become of the conversation.
             * @default false
             */
            dry_run?: boolean | null;
            /** @description Kept as an attribute of every fact. */
            transcript_path?: string | null;
        };
        CorrectRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description The right text. It becomes a memory of its own that takes the place of this one. */
            text?: string | null;
            /** @description Takes the place of what was stored. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Take the place of those that were stored. */
            tags?: string[] | null;
            /**
             * Format: date-time
             * @description When it really became true. As with a text, a new memory takes the place of this one. ISO 8601; a date alone is midnight UTC.
             */
            valid_at?: string | null;
            /**
             * Format: date-time
             * @description When it stops being true; `null` takes a stored end away. ISO 8601; a date alone is midnight UTC.
             */
            invalid_at?: string | null;
        };
        /** @description The graph database. */
        DatabaseCheck: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Why not. */
            error: string | null;
            /** @description The value of Database:Provider. */
            provider?: string | null;
            /** @description Where it is, without a password. */
            url?: string | null;
            /** @description Who the service is there. */
            user?: string | null;
            /** @description One round trip, in milliseconds. */
            latency_ms?: number | null;
        };
        DeleteRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description Which ones. Ids that do not exist are no error. */
            memory_ids: string[];
        };
        Deleted: {
            /** @description How many were removed, in words. */
            message: string;
            /** @description Ids that were removed. */
            deleted: string[];
            /** @description Ids that this user has no memory of. */
            not_found: string[];
        };
        Displaced: {
            id: string;
            memory: string;
        };
        /** @description The embedding provider. */
        EmbeddingCheck: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Why not. */
            error: string | null;
            /** @description The provider, as its setting names it. */
            provider?: string | null;
            /** @description The model. */
            model?: string | null;
            /** @description One round trip, in milliseconds. */
            latency_ms?: number | null;
            /** @description Length of its vectors. */
            dim?: number | null;
        };
        EndedMemory: {
            /** @description Id of the memory. */
            id: string;
            /** @description Its text. */
            memory: string;
            /** @description `SUPERSEDE`, `UPDATE` or `INVALIDATE`. */
            kind: string;
            /** @description One sentence. */
            reason: string;
            /** @description The words that ended it. */
            quote: string | null;
            /** @description Id of the memory that took its place. */
            by: string | null;
            /** @description Text of that memory. */
            by_memory: string | null;
        };
        Entity: {
            /** @description Its id. */
            id: string;
            /** @description As first written. */
            name: string;
            /** @description For example `person`, `place`, `organisation` or `thing`. */
            type: string;
            /** @description Other names it is known by, normalised. */
            aliases: string[];
            /** @description What the memories say of it; null until it was summarised. */
            summary: string | null;
            /** @description Facts changed since the summary was written. */
            summary_stale: boolean;
            /** @description The entity this one was merged into. */
            merged_into: string | null;
            /**
             * Format: date-time
             * @description When it was first mentioned.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        EntityDetail: {
            /** @description Its id. */
            id: string;
            /** @description As first written. */
            name: string;
            /** @description For example `person`, `place`, `organisation` or `thing`. */
            type: string;
            /** @description Other names it is known by, normalised. */
            aliases: string[];
            /** @description What the memories say of it; null until it was summarised. */
            summary: string | null;
            /** @description Facts changed since the summary was written. */
            summary_stale: boolean;
            /** @description The entity this one was merged into. */
            merged_into: string | null;
            /**
             * Format: date-time
             * @description When it was first mentioned.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description The memories that mention it. */
            memories: components["schemas"]["MemoryItem"][];
            /** @description What it is to other entities. */
            relations: components["schemas"]["Relation"][];
            /** @description The entities it is related to. */
            neighbours: components["schemas"]["Entity"][];
        };
        EntityPage: {
            /** @description Most recently changed first. */
            items: components["schemas"]["Entity"][];
            /** @description How many there are in all. */
            total: number;
            /** @description This page, from 1. */
            page: number;
            /** @description How many a page. */
            size: number;
            /** @description How many pages there are; 0 when there is nothing. */
            pages: number;
        };
        EntityReference: {
            /** @description Its id. */
            id: string;
            /** @description As first written. */
            name: string;
            /** @description For example `person` or `place`. */
            type: string;
        };
        Erasure: {
            /** @description Who was erased. */
            user_id: string;
            /**
             * Format: date-time
             * @description When.
             */
            erased_at: string;
            /** @description What was removed. */
            removed: {
                /** @description How many memories were removed. */
                memories: number;
                /** @description How many links of history were removed. */
                supersessions: number;
                /** @description How many entities were removed. */
                entities: number;
                /** @description How many relations were removed. */
                relations: number;
                /** @description How many conversations were removed. */
                sessions: number;
                /** @description How many readings of conversations were removed. */
                readings: number;
                /** @description How many communities were removed. */
                communities: number;
                /** @description How many lines of the access log were removed. */
                accesses: number;
                /** @description How many stored answers were removed. */
                replays: number;
            };
            /** @description Backup files that still hold the user. `palimpsest erase-backups` takes the user out of them. */
            backups: components["schemas"]["BackupHolding"][];
        };
        GraphEdge: {
            /** @description Id of the node it starts from. */
            from: string;
            /** @description Id of the node it ends at. */
            to: string;
            /** @description `MENTIONS` (memory to entity), `RELATES` (entity to entity), `SUPERSEDES` (new memory to old) or `MEMBER_OF` (entity to community). */
            kind: string;
            /** @description Of `RELATES`: what the one is to the other. */
            predicate: string | null;
            /** @description Of `RELATES`: the memory that states it. */
            memory_id: string | null;
            /**
             * Format: date-time
             * @description Since when it is true. Of `MENTIONS` and `RELATES` that of the memory; `SUPERSEDES` begins when the older one ended; null of `MEMBER_OF`, which is of today.
             */
            valid_at: string | null;
            /**
             * Format: date-time
             * @description When it stopped being true. Of `MENTIONS` and `RELATES` that of the memory; `SUPERSEDES` begins when the older one ended; null of `MEMBER_OF`, which is of today.
             */
            invalid_at: string | null;
            /**
             * Format: date-time
             * @description Since when the service believes it. Of `MENTIONS` and `RELATES` that of the memory; `SUPERSEDES` begins when the older one ended; null of `MEMBER_OF`, which is of today.
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When the service stopped believing it. Of `MENTIONS` and `RELATES` that of the memory; `SUPERSEDES` begins when the older one ended; null of `MEMBER_OF`, which is of today.
             */
            expired_at: string | null;
        };
        GraphNode: {
            /** @description Id of the entity, memory or community. */
            id: string;
            /** @description `entity`, `memory` or `community`. */
            kind: string;
            /** @description Name or text. */
            label: string;
            /** @description Type of the entity or memory. */
            type: string | null;
            /** @description State of the memory; with `as_of` or `known_at` what it was then, `active`. */
            state: string | null;
            /** @description Summary of the entity or community; of today, so null with `as_of` or `known_at`. */
            summary: string | null;
        };
        GraphPage: {
            /** @description Id of the entity that `center` names. */
            center: string | null;
            /** @description The memories of this page, newest first, what took the place of them, the entities that they mention or relate, and the communities of those. A node may be on several pages. */
            nodes: components["schemas"]["GraphNode"][];
            /** @description Between the nodes of this page. Those of a memory come with its page, so all pages together have every edge. */
            edges: components["schemas"]["GraphEdge"][];
            /** @description How many there are in all. */
            total: number;
            /** @description This page, from 1. */
            page: number;
            /** @description How many a page. */
            size: number;
            /** @description How many pages there are; 0 when there is nothing. */
            pages: number;
        };
        /** @description One check a dependency; `memgraph` is `database` under its older name. Providers may add their own. */
        HealthChecks: {
            database?: components["schemas"]["DatabaseCheck"];
            memgraph?: components["schemas"]["DatabaseCheck"];
            embeddings?: components["schemas"]["EmbeddingCheck"];
            indexes?: components["schemas"]["IndexCheck"];
            rerank?: components["schemas"]["RerankCheck"];
            llm?: components["schemas"]["LlmCheck"];
        };
        /** @description How the service and its dependencies fare. */
        HealthReport: {
            /** @description `ok` or `degraded`. */
            status: string;
            /**
             * Format: date-time
             * @description When the checks ran.
             */
            checked_at: string;
            checks: components["schemas"]["HealthChecks"];
        };
        History: {
            /** @description The memory that was asked for. */
            id: string;
            /** @description Everything it superseded and everything that superseded it, oldest first. */
            history: components["schemas"]["HistoryLink"][];
        };
        HistoryLink: {
            /** @description The memory that ended. */
            old_id: string;
            /** @description The one that took its place; null when it simply ended. */
            new_id: string | null;
            /** @description `SUPERSEDE`, `UPDATE` or `INVALIDATE`. */
            kind: string;
            /** @description One sentence. */
            reason: string;
            /** @description The words that ended it. */
            quote: string | null;
            /**
             * Format: date-time
             * @description When the old one stopped being true.
             */
            invalid_at: string | null;
            /**
             * Format: date-time
             * @description When the service stopped believing it.
             */
            expired_at: string;
            /**
             * Format: date-time
             * @description When this was undone.
             */
            restored_at: string | null;
            /** @description The old memory as it is now; null when deleted. */
            old: components["schemas"]["MemoryItem"] | null;
            /** @description The new memory as it is now; null when deleted or when there is none. */
            new: components["schemas"]["MemoryItem"] | null;
        };
        ImportReport: {
            /** @description Whose memories they are now. */
            user_id: string;
            /** @description `palimpsest` or `openmemory`. */
            format: string;
            /** @description As asked. */
            mode: string;
            /** @description What was stored. */
            imported: {
                /** @description How many memories. */
                memories: number;
                /** @description How many links of history. */
                supersessions: number;
                /** @description How many entities. */
                entities: number;
                /** @description How many relations. */
                relations: number;
                /** @description How many conversations. */
                sessions: number;
                /** @description How many communities. */
                communities: number;
            };
            /** @description What was there already, or the same text under another id. */
            skipped: {
                /** @description How many memories. */
                memories: number;
                /** @description How many links of history. */
                supersessions: number;
                /** @description How many entities. */
                entities: number;
                /** @description How many relations. */
                relations: number;
                /** @description How many conversations. */
                sessions: number;
                /** @description How many communities. */
                communities: number;
            };
            /** @description Memories that were replaced. */
            overwritten: number;
            /** @description Records of a foreign export that could not become memories: empty, or deleted there. */
            left_out: number;
            /** @description Of the imported memories. */
            vectors: {
                /** @description The file's vector was kept. */
                kept: number;
                /** @description A new one was made by the configured model. */
                embedded: number;
                /** @description No vector; text search finds it, reindex-vectors makes one. */
                missing: number;
            };
        };
        /** @description The vector indexes. */
        IndexCheck: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Why not. */
            error: string | null;
            /** @description The model whose vectors are stored. */
            model?: string | null;
            /** @description Length of the configured provider's vectors. */
            provider_dim?: number | null;
            /** @description For example `Memory.embedding@1024`. */
            vector_indexes?: string[];
            /** @description For example `Memory.embedding: index 1024 != provider 768`. */
            mismatches?: string[];
        };
        /** @description One line a decision; the last line is the usual answer with `type` `done`. */
        IngestDecision: {
            /** @description `fact`. */
            type: string;
            /** @description The memory that was stored, found again or ended. */
            id: string | null;
            /** @description The fact. */
            memory: string;
            /** @description As in the usual answer. */
            event: string;
            /** @description Why it was decided so. */
            reason?: string;
            /** @description The words it was read from. */
            quote?: string;
            /** @description What it takes the place of, or what is over. */
            displaced?: components["schemas"]["Displaced"][];
        };
        /** @description What became of the conversation: facts, or that there were none. Never both. */
        Ingested: {
            /** @description One entry a fact. */
            results?: components["schemas"]["Outcome"][];
            /** @description True when the conversation held nothing worth keeping; there are no `results` then. */
            no_facts_extracted?: boolean;
            /** @description Facts left out because their words were not said; absent when there were none. */
            refused?: number;
            /** @description True when nothing was stored, as asked. */
            dry_run?: boolean;
            /** @description What did not do its part; absent when whole. `llm`, `llm_budget`, `embeddings`: kept word for word, to be read when they are back. `unsaid_quotes`: see `refused`. `too_many_endings`: none of them ended. `llm_overlooked`: the rules read what the model left out. */
            degraded?: string[];
        };
        Interval: {
            /** @description Id of the memory. */
            id: string;
            /** @description Its text. */
            memory: string;
            /** @description Who or what it is about. */
            subject: string | null;
            /** @description What is said of the subject, in snake_case. */
            predicate: string | null;
            /** @description The value of the predicate. */
            value: string | null;
            /**
             * Format: date-time
             * @description When it became true.
             */
            valid_at: string;
            /**
             * Format: date-time
             * @description When it stopped being true; null while no end is known.
             */
            invalid_at: string | null;
            /**
             * Format: date-time
             * @description When the service came to believe it.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the service stopped believing it.
             */
            expired_at: string | null;
            /** @description What was believed of its end before, oldest first; gaps of restores are among them. */
            revisions: components["schemas"]["Revision"][];
            /** @description `ended`, `corrected` (it never was true) or null. */
            kind: string | null;
            /** @description Why it ended. */
            reason: string | null;
            /** @description The memory that took its place. */
            superseded_by: string | null;
            /** @description `active`, `superseded` or `invalidated`. */
            state: string;
            /** @description It is ended only by words that name it. */
            pinned: boolean;
            /** @description What it rests on and what ended. */
            stale_because: string | null;
            /** @description The conversation it came from. */
            session_id: string | null;
        };
        KnownUser: {
            /** @description Its id. */
            user_id: string;
            /** @description How many memories, in every state. */
            memories: number;
        };
        /** @description The LLM, where one is configured. */
        LlmCheck: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Why not. */
            error: string | null;
            /** @description The provider, as its setting names it. */
            provider?: string | null;
            /** @description The model. */
            model?: string | null;
            /** @description One round trip, in milliseconds. */
            latency_ms?: number | null;
        };
        McpAnswer: {
            /** @description `2.0`. */
            jsonrpc: string;
            /** @description Of the request. */
            id: string | number | null;
            /** @description What was asked for. */
            result?: Record<string, never>;
            /** @description `code`, `message` and our own error in `data`. */
            error?: Record<string, never>;
        };
        McpRequest: {
            /** @description `2.0`. */
            jsonrpc: string;
            /** @description Names the answer; a notification has none. */
            id?: string | number;
            /** @description For example `tools/list` or `tools/call`. */
            method: string;
            /** @description Of the method. */
            params?: Record<string, never>;
        };
        Memory: {
            /** @description The text. */
            text: string;
            /** @description UUIDv7. */
            id: string;
            /** @description When the service came to believe it, in Unix seconds. */
            created_at: number;
            /** @description `active`, `superseded` or `invalidated`. */
            state: string;
            /** @description The application that wrote it. */
            app_id: string | null;
            /** @description The application that wrote it. */
            app_name: string | null;
            /** @description Its categories: the caller's, or else up to three that were inferred, of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories: string[];
            /** @description `episodic`, `semantic` or `procedural`. */
            memory_type: string;
            /** @description What the caller stored with it; empty when nothing. */
            metadata_: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it became true in the world.
             */
            valid_at: string | null;
            /**
             * Format: date-time
             * @description When it stopped being true; null while it holds.
             */
            invalid_at: string | null;
            /** @description Believed now. */
            is_current: boolean;
            /** @description About no one user in particular. */
            is_global: boolean;
            /** @description Its tags. */
            tags: string[];
            /** @description The conversation it came from. */
            session_id: string | null;
            /** @description The project it is scoped to. */
            project: string | null;
            /** @description `verbatim`, `conversation` or `import`. */
            source: string;
            /** @description The words of the turn it was read from. */
            quote: string | null;
            /** @description 0 to 1: how sure the distiller was. */
            confidence: number;
            /**
             * Format: date-time
             * @description When the service stopped believing it.
             */
            expired_at: string | null;
            /** @description The memory that took its place. */
            superseded_by: string | null;
            /** @description It is ended only by words that name it, or by id. */
            pinned: boolean;
            /** @description Id of a memory that it rests on and that ended; null when none did. */
            stale_because: string | null;
            /** @description Ids of the memories it took the place of. */
            supersedes: string[];
            /** @description Who and what it mentions. */
            entities: components["schemas"]["EntityReference"][];
            /** @description Who or what it is about. */
            subject: string | null;
            /** @description What is said of the subject, in snake_case. */
            predicate: string | null;
            /** @description The value of the predicate. */
            value: string | null;
            /** @description Who said it. */
            speaker: string | null;
            /** @description What the service itself recorded about it. */
            attributes: {
                [key: string]: unknown;
            };
        };
        MemoryItem: {
            /** @description The text. */
            content: string;
            /** @description UUIDv7. */
            id: string;
            /** @description When the service came to believe it, in Unix seconds. */
            created_at: number;
            /** @description `active`, `superseded` or `invalidated`. */
            state: string;
            /** @description The application that wrote it. */
            app_id: string | null;
            /** @description The application that wrote it. */
            app_name: string | null;
            /** @description Its categories: the caller's, or else up to three that were inferred, of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories: string[];
            /** @description `episodic`, `semantic` or `procedural`. */
            memory_type: string;
            /** @description What the caller stored with it; empty when nothing. */
            metadata_: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it became true in the world.
             */
            valid_at: string | null;
            /**
             * Format: date-time
             * @description When it stopped being true; null while it holds.
             */
            invalid_at: string | null;
            /** @description Believed now. */
            is_current: boolean;
            /** @description About no one user in particular. */
            is_global: boolean;
            /** @description Its tags. */
            tags: string[];
            /** @description The conversation it came from. */
            session_id: string | null;
            /** @description The project it is scoped to. */
            project: string | null;
            /** @description `verbatim`, `conversation` or `import`. */
            source: string;
            /** @description The words of the turn it was read from. */
            quote: string | null;
            /** @description 0 to 1: how sure the distiller was. */
            confidence: number;
            /**
             * Format: date-time
             * @description When the service stopped believing it.
             */
            expired_at: string | null;
            /** @description The memory that took its place. */
            superseded_by: string | null;
            /** @description It is ended only by words that name it, or by id. */
            pinned: boolean;
            /** @description Id of a memory that it rests on and that ended; null when none did. */
            stale_because: string | null;
            /** @description `done`, `pending` or `failed`. */
            extraction_status: string;
            /** @description Why its facts could not be read from it; null unless `failed`. */
            extraction_error: string | null;
        };
        MemoryPage: {
            /** @description Newest first. */
            items: components["schemas"]["MemoryItem"][];
            /** @description How many there are in all. */
            total: number;
            /** @description This page, from 1. */
            page: number;
            /** @description How many a page. */
            size: number;
            /** @description How many pages there are; 0 when there is nothing. */
            pages: number;
        };
        MemoryReference: {
            /** @description Id of the memory. */
            id: string;
            /** @description Its text. */
            memory: string;
        };
        MergeSuggestion: {
            /** @description Names it for accept and refuse. */
            id: string;
            entity: components["schemas"]["Entity"];
            into: components["schemas"]["Entity"];
            /** @description The normalised name that both bear. */
            name: string;
        };
        MergeSuggestionPage: {
            /** @description Latest changed first. */
            items: components["schemas"]["MergeSuggestion"][];
            /** @description How many there are in all. */
            total: number;
            /** @description This page, from 1. */
            page: number;
            /** @description How many a page. */
            size: number;
            /** @description How many pages there are; 0 when there is nothing. */
            pages: number;
        };
        Miss: {
            /** @description The memory that was asked about. */
            id: string;
            /**
             * @description The first stage that left it out: a filter, the time asked for, the arms, the fusion of their ranks, a hit of the same text, `top_k`, the token budget. `found`: it is a hit.
             * @enum {string}
             */
            stage: "filter" | "time" | "arms" | "fusion" | "folded" | "top_k" | "token_budget" | "found";
            /** @description In words, with what was asked and what the memory is. */
            reason: string;
            ranks: {
                /** @description Place in the text arm, from 1. */
                text: number | null;
                /** @description Place in the vector arm, from 1. */
                vector: number | null;
                /** @description Place in the graph arm, from 1. */
                graph: number | null;
                /** @description Place in the session arm, from 1. */
                session: number | null;
            };
        };
        NotedMemory: {
            /** @description Id of the memory. */
            id: string;
            /** @description Its text. */
            memory: string;
            /** @description One sentence. */
            reason: string;
        };
        Operations: {
            /**
             * Format: date-time
             * @description When this process began to count.
             */
            started_at: string;
            /** @description Users whose summaries are due; 1,000 is at least that many. */
            enrichment_due: number;
            /** @description How backups stand. */
            backup: {
                /** @description Backups are made by themselves. */
                nightly: boolean;
                /** @description At this hour of the local time of the service. */
                hour: number | null;
                /**
                 * Format: date-time
                 * @description Of the one this process is making now.
                 */
                running_since: string | null;
                /** @description How many users that one holds so far. */
                users_done: number | null;
                /** @description Of how many; null until they are counted. */
                users_total: number | null;
                /** @description The newest whole one; null when there is none. */
                last: {
                    /**
                     * Format: date-time
                     * @description When it was whole.
                     */
                    finished_at: string;
                    /** @description How many users it holds. */
                    users: number;
                    /** @description How many records. */
                    records: number;
                    /** @description How large its files are together. */
                    bytes: number;
                } | null;
                /** @description Why the last one that this process began failed. */
                error: string | null;
            };
        };
        Outcome: {
            /** @description The memory that was stored, found again or ended. */
            id: string | null;
            /** @description The fact. */
            memory: string;
            /** @description `ADD`, `SKIP_DUPLICATE`, `UPDATE`, `SUPERSEDE`, `INVALIDATE`, `NONE` or `ERROR`. */
            event: string;
            /** @description With `ERROR`: why it was not stored. */
            error?: string;
        };
        PinRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
        };
        PostEntitiesByIdSeparateRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
        };
        PostEntitiesMergeSuggestionsByIdAcceptRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
        };
        PostEntitiesMergeSuggestionsByIdRefuseRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
        };
        Probed: {
            /** @description `ok` or `unavailable`. */
            status: string;
        };
        ReadTurn: {
            /** @description Who spoke: `user`, … */
            role: string;
            /** @description The speaker. */
            name: string | null;
            /**
             * Format: date-time
             * @description When it was said.
             */
            at: string;
            /** @description As it was said, the first 2,000 characters; null where a memory has the same words, or what was read was removed. */
            words: string | null;
            /** @description The memories it led to: stored, ended or stated again. */
            memory_ids: string[];
            /** @description Why facts that were read from it were left out, a reason for each. */
            refused: string[];
        };
        Refusal: {
            /** @description The status again. */
            status: number;
            /** @description What programs switch on, in snake_case. */
            code: string;
            /** @description What was wrong. */
            message: string;
            /** @description What to do about it. */
            detail: string | null;
        };
        RefusedMerge: {
            /** @description Id of the suggestion. */
            id: string;
        };
        /** @description How far the re-embedding is. */
        ReindexProgress: {
            /** @description `idle` (nothing ran since the start), `running`, `waiting` (interrupted; a service with the same model takes it over within seconds), `done` or `failed`. */
            state: string;
            /** @description The model that is embedded with. */
            model: string | null;
            /** @description Length of its vectors. */
            dimensions: number | null;
            /** @description Counts re-embeddings. */
            generation: number | null;
            /** @description How many vectors were made. */
            done: number | null;
            /** @description How many there are to make. */
            total: number | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finished_at: string | null;
            /** @description Why it failed. */
            error: string | null;
        };
        /** @description One runs already. */
        ReindexRefused: {
            /** @description The status again. */
            status: number;
            /** @description `reindex_running`. */
            code: string;
            /** @description What was wrong. */
            message: string;
            /** @description What to do about it. */
            detail: string | null;
            progress: components["schemas"]["ReindexProgress"];
        };
        Relation: {
            /** @description Its id. */
            id: string;
            /** @description Id of the entity it starts from. */
            from: string;
            /** @description Id of the entity it ends at. */
            to: string;
            /** @description What the one is to the other, in snake_case. */
            predicate: string;
            /** @description The memory that states it; it holds as long as that memory does. */
            memory_id: string;
        };
        /** @description The reranker, where there is one. */
        RerankCheck: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Why not. */
            error: string | null;
            /** @description The provider, as its setting names it. */
            provider?: string | null;
            /** @description The model. */
            model?: string | null;
            /** @description One round trip, in milliseconds. */
            latency_ms?: number | null;
        };
        RestoreRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /**
             * @description Also ends the memory that took its place.
             * @default false
             */
            replace?: boolean | null;
        };
        RetireRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description Why, in one sentence. */
            reason: string;
        };
        Revision: {
            /**
             * Format: date-time
             * @description From when the service believed this.
             */
            from: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            to: string;
            /**
             * Format: date-time
             * @description The end that it believed then: null is none, its own beginning is "not true".
             */
            invalid_at: string | null;
        };
        SearchAnswer: {
            /** @description What was looked for. */
            query: string;
            /** @description Best first. */
            results: components["schemas"]["SearchHit"][];
            /** @description How many hits. */
            total: number;
            /** @description Arms or stages that did not do their part; empty when whole. */
            degraded: string[];
            /** @description Even the best hit is probably not what was asked for. */
            no_relevant_memory: boolean;
            /** @description Time it took in the service. */
            took_ms: number;
            /** @description With `explain`: milliseconds a stage. */
            timings?: {
                [key: string]: number;
            };
        };
        SearchHit: {
            /** @description UUIDv7. */
            id: string;
            /** @description The text. */
            content: string;
            /** @description 0 to 1: orders the hits, after every boost and the cross-encoder. The one to set a floor on. */
            score: number;
            /** @description Of the fused ranking: the share of the most that the asked arms could give, above 0 and at most 1. */
            rrf_score: number;
            /** @description Place in the text arm, from 1. */
            text_rank: number | null;
            /** @description Place in the vector arm, from 1. */
            vector_rank: number | null;
            /** @description Place in the graph arm, from 1. */
            graph_rank: number | null;
            /** @description Place in the session arm, from 1. */
            session_rank: number | null;
            /** @description Score of the cross-encoder. */
            rerank_score: number | null;
            /** @description How likely it answers the query, 0 to 1, by the cross-encoder and among the hits; null without one. */
            relevance: number | null;
            /** @description Always null: what sessions were about comes with `POST /memories/context`. */
            gist: string | null;
            /** @description Its tags. */
            tags: string[];
            /** @description Its categories: the caller's, or else up to three that were inferred, of `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories: string[];
            /** @description The application that wrote it. */
            app_name: string | null;
            /** @description The project it is scoped to. */
            project_id: string | null;
            /** @description The conversation it came from. */
            session_id: string | null;
            /** @description `episodic`, `semantic` or `procedural`. */
            memory_type: string;
            /** @description Always empty: a hit is one memory; those of equal text are `similar_ids`. */
            member_ids: string[];
            /** @description Near-identical memories that were folded into it. */
            similar_ids: string[];
            /** @description What the service itself recorded about it. */
            attributes: {
                [key: string]: unknown;
            };
            /** @description What the caller stored with it; empty when nothing. */
            metadata_: {
                [key: string]: unknown;
            };
            /** @description About no one user in particular. */
            global: boolean;
            /** @description `verbatim`, `conversation` or `import`. */
            source: string;
            /**
             * Format: date-time
             * @description When the service came to believe it.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it became true in the world.
             */
            valid_at: string | null;
            /**
             * Format: date-time
             * @description When it stopped being true; null while it holds.
             */
            invalid_at: string | null;
            /** @description The words of the turn it was read from. */
            quote: string | null;
            /** @description 0 to 1: how sure the distiller was. */
            confidence: number;
            /** @description Id of a memory that it rests on and that ended; null when none did. */
            stale_because: string | null;
            /** @description With `explain`: the raw score of each arm that found it. */
            scores?: {
                [key: string]: number;
            };
        };
        SearchRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description What to look for, in plain words. */
            query: string;
            /**
             * @description How many at most.
             * @default 10
             */
            top_k?: number | null;
            /**
             * @description Which arms are fused: the words, the meaning, or both. Default `hybrid`.
             * @enum {string|null}
             */
            mode?: "hybrid" | "text" | "vector" | null;
            /**
             * @description `cross_encoder` reads query and candidates together and also asks the graph and the sessions. Null or blank: no reranking.
             * @enum {string|null}
             */
            rerank?: "cross_encoder" | null;
            /** @description Only of this conversation. */
            session_id?: string | null;
            /**
             * @description `episodic`, `semantic` or `procedural`. Blank and unknown values are ignored.
             * @enum {string|null}
             */
            memory_type?: "episodic" | "semantic" | "procedural" | null;
            /**
             * @description Also asks the sessions closest to the query, without reranking.
             * @default false
             */
            include_session_arm?: boolean | null;
            /**
             * @description Drops the lowest-ranked hits until the rest fits into this many tokens; 0 is unbounded.
             * @default 0
             */
            token_budget?: number | null;
            /** @description Who asks; recorded in the access log. */
            app_name?: string | null;
            /**
             * @description Adds the names and aliases of entities the query names.
             * @default false
             */
            expand_query?: boolean | null;
            /**
             * @description Accepted for older clients; nothing fades here.
             * @default false
             */
            include_faded?: boolean | null;
            /**
             * Format: date-time
             * @description What was true then. ISO 8601; a date alone is midnight UTC.
             */
            as_of?: string | null;
            /**
             * Format: date-time
             * @description What the service believed then. ISO 8601; a date alone is midnight UTC.
             */
            known_at?: string | null;
            /** @description Only with one of these tags. */
            tags?: string[] | null;
            /** @description Only in one of these categories: those that callers gave, or `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
            categories?: string[] | null;
            /** @description Only of this project. */
            project?: string | null;
            /** @description Only written by this application. */
            app?: string | null;
            /**
             * @description Adds the scores of each arm and the time each stage took.
             * @default false
             */
            explain?: boolean | null;
        };
        Stats: {
            /** @description How many memories, by state. */
            memories: {
                /** @description Believed now. */
                active: number;
                /** @description A newer one took their place. */
                superseded: number;
                /** @description Ended; nothing took their place. */
                invalidated: number;
            };
            /** @description How many entities. */
            entities: number;
            /** @description How many relations between entities. */
            relations: number;
            /** @description How many conversations. */
            sessions: number;
            /** @description How many communities. */
            communities: number;
            /**
             * Format: date-time
             * @description When the first memory was stored.
             */
            first_at: string | null;
            /**
             * Format: date-time
             * @description When the last memory was stored.
             */
            last_at: string | null;
        };
        Timeline: {
            /** @description By their beginning, oldest first. What was forgotten is not among them. */
            items: components["schemas"]["Interval"][];
            /** @description How many there are in all. */
            total: number;
        };
        Traffic: {
            /**
             * Format: date-time
             * @description When this process began to count.
             */
            started_at: string;
            /** @description Minutes of the last 24 hours in which something was asked, oldest first. */
            points: components["schemas"]["TrafficPoint"][];
        };
        TrafficPoint: {
            /**
             * Format: date-time
             * @description The start of the minute.
             */
            at: string;
            /** @description How many were answered. */
            requests: number;
            /** @description How many of them with 500 or more. */
            failed: number;
            /** @description Half were answered within. */
            p50_ms: number;
            /** @description 95 of 100 were answered within. */
            p95_ms: number;
        };
        Turn: {
            /** @description Who speaks: `user` (or `human`, `customer`, `end_user`), `assistant` (or `ai`, `bot`, `model`, `agent`), `system`, `tool`, in any case. The rules distiller reads nothing in a turn of another role: say in `name` which person speaks. */
            role: string;
            /** @description What was said. */
            content: string;
            /** @description The caller's id of the turn. */
            uuid?: string | null;
            /**
             * Format: date-time
             * @description When it was said; relative dates in it are read from there, by the speaker's clock where a zone is given. Default now. ISO 8601; a date alone is midnight UTC.
             */
            created_at?: string | null;
            /** @description The speaker's name. */
            name?: string | null;
        };
        UndoRequest: {
            /**
             * Format: user-id
             * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
             */
            user_id: string;
            /** @description Take back this change. */
            change_id?: string | null;
            /** @description Take back all that this conversation changed. */
            session_id?: string | null;
            /** @description Take back all that came from this source: `conversation`, `api`, `import`, `edit`, or the name of an application. */
            source?: string | null;
            /**
             * @description Only show what would be done.
             * @default false
             */
            dry_run?: boolean | null;
        };
        Undone: {
            /** @description What was stored then and is no longer believed. */
            retired: components["schemas"]["MemoryReference"][];
            /** @description What had been ended then and is believed again. */
            restored: components["schemas"]["MemoryReference"][];
            /** @description What stays: stated later, or pinned. */
            kept: components["schemas"]["NotedMemory"][];
            /** @description Where something stated later stands in the way of what was before. */
            conflicts: components["schemas"]["NotedMemory"][];
            /** @description Nothing was done. */
            dry_run: boolean;
        };
        ValidationProblem: {
            /** @description What kind of problem, as a URL. */
            type: string;
            /** @description The kind of problem in words. */
            title: string;
            /** @description The status again. */
            status: number;
            /** @description All sentences of `errors` in one. */
            detail: string;
            /** @description The path that was asked. */
            instance: string;
            /** @description What is wrong, by field in PascalCase: `{"UserId": ["The UserId field is required."]}`. */
            errors: {
                [key: string]: string[];
            };
        };
        WhoAmI: {
            /** @description `open`: a request names its user. `keys`: the key does. */
            auth: string;
            /** @description The key's user; null where auth is off, and for an operator's key. */
            user_id: string | null;
            /** @description It is an operator's key: counts, health and jobs, and no memories. */
            operator: boolean;
            /** @description The key may only read. */
            read_only: boolean;
            /** @description Of the service. */
            version: string;
            /** @description Where auth is off, and for an operator: the first hundred users of whom something is stored. Else empty. */
            users: components["schemas"]["KnownUser"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_livez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probed"];
                };
            };
        };
    };
    get_readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probed"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probed"];
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the service and its dependencies fare. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            /** @description How the service and its dependencies fare. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
        };
    };
    get_changes: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Only of this conversation. */
                session_id?: string | null;
                /** @description Only from then on. ISO 8601; a date alone is midnight UTC. */
                since?: string | null;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many a page. */
                size?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_changes_undo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "session_id": "s2",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_communities: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommunityList"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_debug_reindex_vectors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far the re-embedding is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReindexProgress"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_debug_reindex_vectors: {
        parameters: {
            query?: {
                /** @description Answer when all is done; `false` answers 202 at once. */
                wait?: boolean | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far the re-embedding is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReindexProgress"];
                };
            };
            /** @description How far the re-embedding is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReindexProgress"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description One runs already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReindexRefused"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_entities: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Only entities whose name or alias holds this. */
                search?: string | null;
                /** @description Only those that were merged into another, which `merged_into` names. */
                merged?: boolean | null;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many a page. */
                size?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityPage"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_entities_merge_suggestions: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many a page. */
                size?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MergeSuggestionPage"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_entities_merge_suggestions_by_id_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the suggestion.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah"
                 *     }
                 */
                "application/json": components["schemas"]["PostEntitiesMergeSuggestionsByIdAcceptRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entity"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_entities_merge_suggestions_by_id_refuse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the suggestion.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah"
                 *     }
                 */
                "application/json": components["schemas"]["PostEntitiesMergeSuggestionsByIdRefuseRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMerge"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_entities_by_id: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the entity.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityDetail"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_entities_by_id_separate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the entity.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah"
                 *     }
                 */
                "application/json": components["schemas"]["PostEntitiesByIdSeparateRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entity"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_export: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record a line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_graph: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Only what was true then. ISO 8601; a date alone is midnight UTC. */
                as_of?: string | null;
                /** @description As the service believed it then. ISO 8601; a date alone is midnight UTC. */
                known_at?: string | null;
                /** @description Only what is around this entity: its id or name. 404 when there is none. */
                center?: string | null;
                /** @description How many steps from `center`: 1 is the memories that mention it and the entities in them, each further step the memories that mention one of those. At most the thousand nearest entities. */
                depth?: number | null;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many memories a page. */
                size?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphPage"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_import: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description `skip` leaves what the user has as it is; `overwrite` replaces it by what the file says. Default `skip`. */
                mode?: "skip" | "overwrite" | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "application/jsonl": string;
                "application/gzip": string;
                "application/x-gzip": string;
                "application/zip": string;
                "application/x-zip-compressed": string;
                "application/octet-stream": string;
                "text/plain": string;
                "application/json": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_memories: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many a page. */
                size?: number | null;
                /** @description Another name of `size`. */
                limit?: number | null;
                /** @description Only of this application. */
                app_id?: string | null;
                /** @description Only in one of these categories, separated by commas: those that callers gave, or `personal`, `relationships`, `home`, `work`, `education`, `health`, `food`, `leisure`, `travel`, `money`, `technology`, `preferences`, `plans`. */
                categories?: string | null;
                /** @description Only memories that hold every one of these words. */
                search_query?: string | null;
                /** @description Also what is no longer believed. */
                include_superseded?: boolean | null;
                /** @description What was true then. ISO 8601; a date alone is midnight UTC. */
                as_of?: string | null;
                /** @description What the service believed then. ISO 8601; a date alone is midnight UTC. */
                known_at?: string | null;
                /** @description `episodic`, `semantic` or `procedural`. Blank and unknown values are ignored. */
                memory_type?: "episodic" | "semantic" | "procedural" | null;
                /** @description Only of this conversation. */
                session_id?: string | null;
                /** @description Only of this project. */
                project?: string | null;
                /** @description Only with one of these tags, separated by commas. */
                tags?: string | null;
                /** @description Only `pending`: waits to be read; `failed`: could not be; or `done`. */
                extraction_status?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryPage"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers a repetition of the same request, for a week at least, with the first answer; with another request it is refused (409). */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "text": "Sarah is allergic to walnuts.",
                 *       "infer": false
                 *     }
                 */
                "application/json": components["schemas"]["AddRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Added"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    delete_memories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "memory_ids": [
                 *         "01a204c0-b671-7048-938e-e715dcafd0c1"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_memories_by_id: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    patch_memories_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "text": "Sarah moved to San Francisco in May."
                 *     }
                 */
                "application/json": components["schemas"]["CorrectRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_memories_by_id_history: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_memories_by_id_accesses: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accesses"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_batch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers a repetition of the same request, for a week at least, with the first answer; with another request it is refused (409). */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "texts": [
                 *         "Sarah plays the cello.",
                 *         "Sarah has a dog named Bruma."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_context: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "query": "Where does Sarah live?",
                 *       "max_tokens": 500
                 *     }
                 */
                "application/json": components["schemas"]["ContextRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextAnswer"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_from_conversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers a repetition of the same request, for a week at least, with the first answer; with another request it is refused (409). */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "session_id": "s2",
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "I moved from New York City to San Francisco last week.",
                 *           "created_at": "2026-06-10T09:00:00Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConversationRequest"];
            };
        };
        responses: {
            /** @description What became of the conversation; with `Accept: application/x-ndjson` one line a decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ingested"];
                    "application/x-ndjson": components["schemas"]["IngestDecision"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_by_id_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah"
                 *     }
                 */
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_by_id_retire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "reason": "She said so on the phone."
                 *     }
                 */
                "application/json": components["schemas"]["RetireRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description In conflict with what is stored: `conflict` (send it again), `busy`, `not_superseded`, `not_believed`, `not_merged`, `idempotency_mismatch`, `idempotency_gone`, `reindex_running`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_by_id_pin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah"
                 *     }
                 */
                "application/json": components["schemas"]["PinRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    delete_memories_by_id_pin: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the memory.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "query": "Where does Sarah live?",
                 *       "top_k": 3
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_memories_by_id_explain_miss: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the memory that was expected.
                 * @example 01a204c0-b671-7048-938e-e715dcafd0c1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "sarah",
                 *       "query": "Where does Sarah live?"
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Miss"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `not_found`: nothing there for this user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_operations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operations"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_operations_traffic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Traffic"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_stats: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_timeline: {
        parameters: {
            query: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
                /** @description Only what held after this. ISO 8601; a date alone is midnight UTC. */
                from?: string | null;
                /** @description Only what began by then. ISO 8601; a date alone is midnight UTC. */
                to?: string | null;
                /** @description As the service believed it then; default now. ISO 8601; a date alone is midnight UTC. */
                known_at?: string | null;
                /** @description Only about this subject. */
                subject?: string | null;
                /** @description Which page, from 1. */
                page?: number | null;
                /** @description How many a page. */
                size?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    delete_users_by_user_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Whose memories. With auth on the key decides: another value in a query is refused, in a body it is replaced.
                 * @example sarah
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    get_whoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoAmI"];
                };
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ValidationProblem"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    post_mcp_by_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A label of yours; what is written carries it as `app`.
                 * @example docs
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpRequest"];
            };
        };
        responses: {
            /** @description The answer, as JSON or as a stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                    "text/event-stream": string;
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The request does not accept both `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
        };
    };
    post_mcp_by_client_by_user_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A label of yours; what is written carries it as `app`.
                 * @example docs
                 */
                client: string;
                /**
                 * @description Whose memories.
                 * @example sarah
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpRequest"];
            };
        };
        responses: {
            /** @description The answer, as JSON or as a stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                    "text/event-stream": string;
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request breaks the schema. Or it fits and cannot be used, `invalid_identifier`, `backup_damaged`: then the answer is a Refusal. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `unauthorized`: a key is needed, or the one sent is malformed, expired or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `forbidden`: the key belongs to another user, may only read, or is not of the kind that is needed, a user's or an operator's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The request does not accept both `application/json` and `text/event-stream`. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `payload_too_large`: more than `Server:BodyLimitMb` or `Backup:ImportLimitMb`. `answer_too_large`: more than 32 MiB to answer; ask for a smaller page. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `unsupported_media_type`: `detail` says what to send. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `too_many_requests`, `llm_budget_exceeded`: `Retry-After` says how many seconds to wait. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description The service failed; `detail` says what to do: `internal_error`, `database_fault`, `reindex_failed`, `llm_not_configured`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description Something it needs is away, `Retry-After` says how long to wait: `database_unavailable`, `embedding_unavailable`, `embedding_not_configured`, `dimension_mismatch`, `llm_unavailable`, `llm_invalid_output`, `rerank_unavailable`, `identity_provider_unavailable`, `overloaded`, `shutting_down`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description `storage_full`: the disk of the database is full; what is stored can be read. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the text format of Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
}
