#include "api/api.h"
#include "base/suggest.h"
#include "base/text.h"

char *scree_text_clean(char *out, size_t size, const char *text)
{
    return text_clean(out, size, text);
}

char *scree_text_no_command(char *text)
{
    return text_no_command(text);
}

size_t scree_text_distance(const char *a, const char *b)
{
    return suggest_distance(a, b);
}

void scree_text_offer(struct scree_suggestion *suggestion, const char *entry)
{
    suggest_offer(suggestion, entry);
}

char *scree_text_suggestion(char *out, size_t size, const struct scree_suggestion *suggestion)
{
    return suggest_text(out, size, suggestion);
}

int scree_text_is_reserved(const char *name)
{
    return text_is_reserved(name);
}
